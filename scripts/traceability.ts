// npm run traceability: prints which statement of the specification no test proves and writes docs/traceability/table.md.
// --check writes nothing and fails on what is wrong; --ran also looks into the reports of the last run of all tests.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProofs, isTitleOf, type Proof } from './traceability/find-proofs.ts'
import { readRanTests } from './traceability/ran-tests.ts'
import { readStatements } from './traceability/statements.ts'
import { writeTable } from './traceability/write-table.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/traceability')
const table = join(folder, 'table.md')
const isCheck = process.argv.includes('--check')

const statements = readStatements(join(folder, 'statements'))
const proofs = globSync('{apps,packages,e2e,scripts}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|build)(?:\/|$)/.test(path),
})
  .sort()
  .flatMap((file) => findProofs({ file, source: readFileSync(join(root, file), 'utf8') }))

function notRun(proof: Proof, ran: ReturnType<typeof readRanTests>): boolean {
  return !ran.some(
    ({ file, title, passed }) => passed && file === proof.file && isTitleOf(proof.title, title),
  )
}

function complaints(): string[] {
  const known = new Set(statements.map(({ id }) => id))
  const proven = new Set(proofs.map(({ id }) => id))
  const ran = process.argv.includes('--ran')
    ? readRanTests({ root, reports: join(root, 'test-results') })
    : undefined
  return [
    ...statements
      .filter(({ id, unprovable }) => !unprovable && !proven.has(id))
      .map(({ id, text }) => `${id} has no proof: ${text}`),
    ...statements
      .filter(({ id, unprovable }) => unprovable && proven.has(id))
      .map(({ id }) => `${id} is called unprovable and has a proof`),
    ...proofs.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${id} in ${file} is no statement`),
    ...(ran
      ? proofs
          .filter((proof) => notRun(proof, ran))
          .map(({ id, file, title }) => `${id}: "${title}" in ${file} did not run or did not pass`)
      : []),
  ]
}

const found = complaints()
const text = writeTable(statements, proofs)
if (!isCheck) writeFileSync(table, text)
else if (!existsSync(table) || readFileSync(table, 'utf8') !== text) {
  found.push('docs/traceability/table.md is not up to date: run npm run traceability')
}
for (const line of found) process.stdout.write(`${line}\n`)
const provenCount = new Set(proofs.map(({ id }) => id)).size
process.stdout.write(`${statements.length} statements, ${provenCount} proven\n`)
process.exit(isCheck && found.length > 0 ? 1 : 0)
