import { expect, test } from 'vitest'
import { needsLogin, pathAfterLogin } from './return-path.server.ts'

test.each([
  ['/patients/edit/0199d3c4', true],
  ['/order/data-confirmed?backPathKey=cart', true],
  ['/search?searchNameTerm=ferritin', false],
  ['//evil.example/settings', false],
  [undefined, false],
])('whether %s is a page that asked for the login: %s', (path, asked) => {
  expect(needsLogin(path)).toBe(asked)
})

test.each([
  ['/order/cart?x=1#total', '/order/cart?x=1#total'],
  [
    '/add-to-cart/profile/3?authMode=REGISTER&addableFlowPage=1',
    '/add-to-cart/profile/3?authMode=LOGIN&addableFlowPage=1',
  ],
  ['/add-to-cart/analysis/3', '/add-to-cart/analysis/3?authMode=LOGIN'],
  ['https://evil.example', '/'],
  ['', '/'],
  [null, '/'],
])('a login asked for at %s leads to %s', (given, path) => {
  expect(pathAfterLogin(given)).toBe(path)
})
