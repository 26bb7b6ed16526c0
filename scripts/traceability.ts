// npm run traceability: prints which statement of the specification no test proves and writes docs/traceability/table.md.
// --check writes nothing and fails on what is wrong; --ran reads the reports of the last run in place of listing the tests.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listTests } from './traceability/list-tests.ts'
import { findProofs, readRanTests } from './traceability/proofs.ts'
import { readStatements } from './traceability/statements.ts'
import { writeTable } from './traceability/write-table.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/traceability')
const table = join(folder, 'table.md')
const isCheck = process.argv.includes('--check')
const hasRun = process.argv.includes('--ran')

const statements = readStatements(join(folder, 'statements'))
const tests = hasRun ? readRanTests({ root, reports: join(root, 'test-results') }) : await listTests(root)
const proofs = findProofs(tests)

/** Comments were the marks once; the runners do not see them. */
function commentMarks(): string[] {
  return globSync('{apps,packages,e2e}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|build)(?:\/|$)/.test(path),
  }).filter((file) => readFileSync(join(root, file), 'utf8').includes('// proves SPEC-'))
}

function complaints(): string[] {
  const known = new Set(statements.map(({ id }) => id))
  const proven = new Set(proofs.map(({ id }) => id))
  return [
    ...statements
      .filter(({ id, unprovable }) => !unprovable && !proven.has(id))
      .map(({ id, text }) => `${id} has no proof: ${text}`),
    ...statements
      .filter(({ id, unprovable }) => unprovable && proven.has(id))
      .map(({ id }) => `${id} is called unprovable and has a proof`),
    ...proofs.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${id} in ${file} is no statement`),
    ...proofs
      .filter(({ passed }) => hasRun && !passed)
      .map(({ id, file, title }) => `${id}: "${title}" in ${file} did not run or did not pass`),
    ...commentMarks().map(
      (file) =>
        `${file}: "// proves SPEC-…" counts no more; write test('…', { tags: ['SPEC-…'] }, …), in e2e { tag: ['@SPEC-…'] }`,
    ),
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
