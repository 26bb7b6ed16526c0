import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

test('a login leads back to a screen of the desk and nowhere else', () => {
  expect(localPath('/orders/0199d0f2')).toBe('/orders/0199d0f2')
  expect(localPath('/?date=2040-03-06')).toBe('/?date=2040-03-06')
  for (const path of [null, '', '//evil.example', '/\\evil.example', 'https://evil.example', '/a:b', 'x']) {
    expect(localPath(path), String(path)).toBe('/')
  }
})
