import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localPath, screenAt } from './local-path.ts'

test.each(['/', '/order/cart?x=1#y', '/patients/edit/1?backPathKey=cart', '/search?searchNameTerm=%D1%84'])(
  'a path of the shop is followed: %j',
  (path) => {
    expect(localPath(path)).toBe(path)
  },
)

test.each([
  ['/x/../settings', '/settings'],
  ['/order/./cart', '/order/cart'],
  ['/order\\cart', '/order/cart'],
  ['/test-results?_routes=routes%2Fresults', '/test-results'],
  ['/search?searchNameTerm=b12&_routes=root%2Csearch', '/search?searchNameTerm=b12'],
])('%j becomes the page that a browser opens: %j', (path, page) => {
  expect(localPath(path)).toBe(page)
})

test.each([
  null,
  undefined,
  '',
  'order/cart',
  '//',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  ' /order',
  '/x/..//evil.example',
  '/..//evil.example',
  '/.//evil.example//x',
  '/.//',
  '/%2e%2e//evil.example',
  '/x/..\\/evil.example',
  '/search/..//',
  '/nowhere',
  '/order',
  '/sandbox/mailbox',
  '/api/cart/get-cart',
  '/test-results.data',
  '/profiles/1.data',
  '/orders/1/receipt.pdf',
])('anything but a path of the shop is refused: %j', (path) => {
  expect(localPath(path)).toBeUndefined()
})

const nastyPart = fc.constantFrom(
  ...[
    '/',
    '//',
    '\\',
    '.',
    '..',
    '/..',
    '/.',
    '%2e',
    '%2F',
    '%5C',
    '\t',
    '\n',
    '\0',
    ' ',
    '@',
    ':',
    '?',
    '#',
  ],
  ...[
    'http:',
    'https://',
    'javascript:',
    'evil.example',
    'search',
    'order',
    'cart',
    'profiles',
    '1',
    '.data',
  ],
  ...['settings', '_routes=x', '\u2028', '\ud800', '。', '／', 'é'],
)

test('whatever the address, it leads only to a screen of this shop, and resolving the result again changes nothing', {
  tags: ['ASVS-3.7.2'],
}, () => {
  const path = fc
    .oneof(
      fc.array(nastyPart, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.webPath(),
      fc.string(),
    )
    .map((rest) => `/${rest}`)
  fc.assert(
    fc.property(path, (value) => {
      const led = localPath(value)
      if (led === undefined) return
      const url = new URL(led, 'https://shop.example/some/page')
      expect(url.origin).toBe('https://shop.example')
      expect(`${url.pathname}${url.search}${url.hash}`).toBe(led)
      expect(screenAt(url.pathname)).toBeDefined()
      expect(localPath(led)).toBe(led)
    }),
    { numRuns: 20_000 },
  )
})
