import { expect, test } from 'vitest'
import { browserTests, findProofs } from './proofs.ts'

const known = { file: 'apps/some.test.ts', title: 'the cart is empty', outcome: 'passed' } as const

test('each tag of a statement is a proof, sorted by files and titles', () => {
  const tests = [
    { ...known, title: 'a rule', tags: ['SPEC-2-TWO', 'slow'] },
    { ...known, file: 'apps/a.test.ts', tags: ['SPEC-2-ONE', 'SPEC-2-TWO'] },
  ]
  expect(findProofs(tests, ['SPEC'])).toEqual([
    {
      id: 'SPEC-2-ONE',
      file: 'apps/a.test.ts',
      title: 'the cart is empty',
      outcome: 'passed',
      isSlow: false,
    },
    {
      id: 'SPEC-2-TWO',
      file: 'apps/a.test.ts',
      title: 'the cart is empty',
      outcome: 'passed',
      isSlow: false,
    },
    { id: 'SPEC-2-TWO', file: 'apps/some.test.ts', title: 'a rule', outcome: 'passed', isSlow: true },
  ])
})

test.each([
  [['passed', 'passed'], 'passed'],
  [['passed', 'skipped'], 'passed'],
  [['skipped', 'passed'], 'passed'],
  [['failed', 'passed'], 'failed'],
  [['passed', 'failed'], 'failed'],
  [['skipped', 'skipped'], 'skipped'],
] as const)('a test that %s on the two databases counts as %s', (outcomes, outcome) => {
  const tests = outcomes.map((one) => ({ ...known, tags: ['SPEC-2-ONE'], outcome: one }))
  expect(findProofs(tests, ['SPEC'])).toEqual([
    { id: 'SPEC-2-ONE', file: known.file, title: known.title, outcome, isSlow: false },
  ])
})

test('browser tests of nested suites are read, including those that passed at the second try', () => {
  const spec = { title: 'opens', tags: ['SPEC-2-ONE'], tests: [{ status: 'flaky' }] }
  expect(browserTests({ file: 'shell.spec.ts', suites: [{ file: 'shell.spec.ts', specs: [spec] }] })).toEqual(
    [{ file: 'e2e/shell.spec.ts', title: 'opens', tags: ['SPEC-2-ONE'], outcome: 'passed' }],
  )
})

test.each([
  ['e2e/shell.slow.spec.ts', []],
  ['e2e/shell.spec.ts', ['slow']],
  ['e2e/shell.spec.ts', ['@slow']],
] as const)('a test in %s with the tags %j is slow', (file, tags) => {
  expect(findProofs([{ ...known, file, tags: ['SPEC-2-ONE', ...tags] }], ['SPEC'])).toMatchObject([
    { isSlow: true },
  ])
})
