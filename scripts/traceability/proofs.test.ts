import { expect, test } from 'vitest'
import { browserTests, findProofs } from './proofs.ts'

const known = { file: 'apps/some.test.ts', title: 'the cart is empty', outcome: 'passed' } as const

test('each tag of a statement is a proof, sorted by files and titles', () => {
  const tests = [
    { ...known, title: 'a rule', tags: ['SPEC-2-TWO', 'slow'] },
    { ...known, file: 'apps/a.test.ts', tags: ['SPEC-2-ONE', 'SPEC-2-TWO'] },
  ]
  expect(findProofs(tests, ['SPEC'])).toEqual([
    { id: 'SPEC-2-ONE', file: 'apps/a.test.ts', title: 'the cart is empty', passed: true },
    { id: 'SPEC-2-TWO', file: 'apps/a.test.ts', title: 'the cart is empty', passed: true },
    { id: 'SPEC-2-TWO', file: 'apps/some.test.ts', title: 'a rule', passed: true },
  ])
})

test.each([
  [['passed', 'passed'], true],
  [['passed', 'skipped'], true],
  [['skipped', 'passed'], true],
  [['failed', 'passed'], false],
  [['passed', 'failed'], false],
  [['skipped', 'skipped'], false],
] as const)('a test that %s on the two databases counts as passed: %s', (outcomes, passed) => {
  const tests = outcomes.map((outcome) => ({ ...known, tags: ['SPEC-2-ONE'], outcome }))
  expect(findProofs(tests, ['SPEC'])).toEqual([
    { id: 'SPEC-2-ONE', file: known.file, title: known.title, passed },
  ])
})

test('browser tests of nested suites are read, including those that passed at the second try', () => {
  const spec = { title: 'opens', tags: ['SPEC-2-ONE'], tests: [{ status: 'flaky' }] }
  expect(browserTests({ file: 'shell.spec.ts', suites: [{ file: 'shell.spec.ts', specs: [spec] }] })).toEqual(
    [{ file: 'e2e/shell.spec.ts', title: 'opens', tags: ['SPEC-2-ONE'], outcome: 'passed' }],
  )
})
