import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

test.each(['/', '/order/cart?x=1#y', '/patients/edit/1?backPathKey=cart', '/search?searchNameTerm=%D1%84'])(
  'follows %j',
  (path) => {
    expect(localPath(path)).toBe(path)
  },
)

test.each([
  null,
  undefined,
  '',
  'order/cart',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  ' /order',
])('refuses %j', (path) => {
  expect(localPath(path)).toBeUndefined()
})
