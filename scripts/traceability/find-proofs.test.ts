import { expect, test } from 'vitest'
import { findProofs, isTitleOf } from './find-proofs.ts'

const file = 'apps/some.test.ts'

test('a mark above a test names it, over several lines too', () => {
  const source = [
    '// proves SPEC-2-ONE, SPEC-2-TWO,',
    '// SPEC-2-THREE',
    "test('the cart is empty', () => {})",
  ].join('\n')
  expect(findProofs({ file, source })).toEqual(
    ['SPEC-2-ONE', 'SPEC-2-TWO', 'SPEC-2-THREE'].map((id) => ({ id, file, title: 'the cart is empty' })),
  )
})

test('a mark above a row names the test that goes through the table', () => {
  const source = [
    'test.each([',
    '  // proves SPEC-8-ONE',
    "  ['register', 400],",
    "])('%s is answered with %s', () => {})",
    "test('another', () => {})",
  ].join('\n')
  expect(findProofs({ file, source })).toEqual([{ id: 'SPEC-8-ONE', file, title: '%s is answered with %s' }])
})

test.each([
  ['test("a user\'s cart", () => {})', "a user's cart"],
  ["test('a user\\'s cart', () => {})", "a user's cart"],
  ['for (const mode of modes) test(`in \x24{mode}`, () => {})', 'in \x24{mode}'],
  ["test.each(cases)(\n  'the case %s',", 'the case %s'],
])('the title of %s', (test, title) => {
  expect(findProofs({ file, source: `// proves SPEC-1-ONE\n${test}` })).toEqual([
    { id: 'SPEC-1-ONE', file, title },
  ])
})

test('a mark above anything else is refused', () => {
  const source = "// proves SPEC-1-ONE\nconst cart = 1\ntest('a cart', () => {})"
  expect(() => findProofs({ file, source })).toThrow('apps/some.test.ts:1')
})

test('placeholders of a title stand for anything', () => {
  expect(isTitleOf('a wrong %s (%s) is one line', 'a wrong PORT (eighty) is one line')).toBe(true)
  expect(isTitleOf('in \x24{mode}: $name', 'in dark: Anna')).toBe(true)
  expect(isTitleOf('a wrong %s', 'a right PORT')).toBe(false)
})
