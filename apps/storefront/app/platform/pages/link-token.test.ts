import { expect, test } from 'vitest'
import { readLinkToken, tokenOfLink } from './link-token.tsx'

test('the secret of a link is read from after its #, from a pasted link, and on its own', () => {
  const link = 'https://shop.example/reset-password#token=a-B_1'
  expect(tokenOfLink(new URL(link).hash)).toBe('a-B_1')
  expect(tokenOfLink('#other')).toBeNull()
  for (const pasted of [
    link,
    ` ${link}\n`,
    'a-B_1',
    ' a-B_1 ',
    'https://shop.example/reset-password?token=a-B_1',
  ])
    expect(readLinkToken(pasted)).toBe('a-B_1')
  expect([readLinkToken(undefined), readLinkToken('nottoken=x')]).toEqual(['', 'nottoken=x'])
})
