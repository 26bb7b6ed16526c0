// npm run traceability: reports statements that no test proves, and writes the tables of `bodies.ts`.
// --check writes nothing and fails on problems; --ran reads the reports of the last run, which omit slow browser tests.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BODIES } from './traceability/bodies.ts'
import { listBrowserTests, listTests } from './traceability/list-tests.ts'
import { findProofs, readRanTests } from './traceability/proofs.ts'
import { type Body, readStatements, type Statement } from './traceability/statements.ts'
import { writeTable } from './traceability/write-table.ts'

const root = join(import.meta.dirname, '..')
const isCheck = process.argv.includes('--check')
const hasRun = process.argv.includes('--ran')

const tests = hasRun
  ? [...readRanTests({ root, reports: join(root, 'test-results') }), ...listBrowserTests(root)]
  : await listTests(root)

/** Files that still mark proofs by comments, which the runners do not see. */
function commentMarks(): string[] {
  return globSync('{apps,packages,e2e}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|build)(?:\/|$)/.test(path),
  }).filter((file) => readFileSync(join(root, file), 'utf8').includes('// proves SPEC-'))
}

/** Why a statement cannot be believed; an open one may be proven in part. */
function complaintOf({ id, text, without }: Statement, isProven: boolean): string | null {
  if (!without) return isProven ? null : `${id} has no proof that npm test runs: ${text}`
  const { kind, words } = without
  if (kind === 'document') return existsSync(join(root, words)) ? null : `${id}: there is no ${words}`
  return isProven && kind !== 'open' ? `${id} is called ${kind} and has a proof` : null
}

/** Checks or writes one table; returns what is wrong with it. */
function work(body: Body): string[] {
  const statements = readStatements(root, body)
  const proofs = findProofs(tests, [body.prefix])
  const known = new Set(statements.map(({ id }) => id))
  const proven = new Set(proofs.filter(({ isSlow }) => !isSlow).map(({ id }) => id))
  const found = [
    ...statements.flatMap((statement) => complaintOf(statement, proven.has(statement.id)) ?? []),
    ...proofs.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${id} in ${file} is not a statement`),
    ...proofs
      .filter(({ outcome, isSlow }) => hasRun && (outcome === 'failed' || (outcome === 'skipped' && !isSlow)))
      .map(({ id, file, title }) => `${id}: "${title}" in ${file} did not run or did not pass`),
  ]
  const text = writeTable(body, statements, proofs)
  const table = join(root, body.table)
  if (!isCheck) writeFileSync(table, text)
  else if (!existsSync(table) || readFileSync(table, 'utf8') !== text) {
    found.push(`${body.table} is not up to date: run npm run traceability`)
  }
  const open = statements.filter(({ without }) => without?.kind === 'open').length
  process.stdout.write(
    `${body.prefix}: ${statements.length} statements, ${proven.size} with proofs, ${open} open\n`,
  )
  return found
}

const found = [
  ...BODIES.flatMap(work),
  ...commentMarks().map(
    (file) =>
      `${file}: "// proves SPEC-…" no longer counts; write test('…', { tags: ['SPEC-…'] }, …), in e2e { tag: ['@SPEC-…'] }`,
  ),
]
for (const line of found) process.stdout.write(`${line}\n`)
process.exit(isCheck && found.length > 0 ? 1 : 0)
