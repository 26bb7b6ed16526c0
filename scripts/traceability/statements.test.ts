import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { expect, test } from 'vitest'
import { BODIES } from './bodies.ts'
import { readStatements } from './statements.ts'
import { writeTable } from './write-table.ts'

const body = BODIES[1]!

function folderOf(entries: object): string {
  const root = temporaryFolder('statements')
  mkdirSync(join(root, body.statements), { recursive: true })
  writeFileSync(join(root, body.statements, 'some.json'), JSON.stringify(entries))
  return root
}

test('a row says what supports it: a proof, a document, a reason, or what is open', () => {
  const statements = readStatements(
    folderOf({
      'ASVS-1.1.1': 'It holds.',
      'ASVS-1.1.2': { statement: 'It is written.', document: 'docs/security/limits.md' },
      'ASVS-1.1.3': { statement: 'It has no such thing.', notApplicable: 'no such thing' },
      'ASVS-1.1.4': { statement: 'It is missing.', open: 'the other half' },
    }),
    body,
  )
  const proof = { file: 'apps/some.test.ts', title: 'a test', outcome: 'passed', isSlow: false } as const
  const table = writeTable(body, statements, [
    { id: 'ASVS-1.1.1', ...proof },
    { id: 'ASVS-1.1.4', ...proof, isSlow: true },
  ])
  expect(table).toContain('| It holds. | [a test](../../apps/some.test.ts) |')
  expect(table).toContain('| It is written. | [docs/security/limits.md](limits.md) |')
  expect(table).toContain('| It has no such thing. | *Does not apply: no such thing* |')
  expect(table).toContain(
    '| It is missing. | *Open: the other half*<br>[a test](../../apps/some.test.ts) (slow) |',
  )
})

test.each([
  [{ 'ASVS-1.1.1': { statement: 'It holds.' } }, 'one of unprovable'],
  [{ 'ASVS-1.1.1': { statement: 'It holds.', open: ' ' } }, 'one of unprovable'],
  [{ 'ASVS-1.1.1': { statement: 'It holds.', open: 'a', notApplicable: 'b' } }, 'one of unprovable'],
  [{ 'ASVS-one': 'It holds.' }, 'is not the id'],
])('%j is refused as a row', (entries, words) => {
  expect(() => readStatements(folderOf(entries), body)).toThrow(words)
})
