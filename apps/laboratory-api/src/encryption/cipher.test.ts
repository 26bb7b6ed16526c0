import { decrypt, encrypt } from '@shop/server/encrypt'
import { expect, test } from 'vitest'
import { createKey, keyOfSecret, nameOfSecret } from './cipher.ts'

const text = Buffer.from('116 g/L')

test('a ciphertext opens with its key and the context it is bound to, and differs each time', () => {
  const key = createKey()
  const sealed = encrypt(key, 'result 1', text)
  expect(decrypt(key, 'result 1', sealed)).toEqual(text)
  expect(Buffer.from(sealed, 'base64url').includes(text)).toBe(false)
  expect(encrypt(key, 'result 1', text)).not.toBe(sealed)
})

test('a ciphertext does not open with another key or context, or when any of its characters is changed or missing', {
  tags: ['ASVS-11.3.3'],
}, () => {
  const key = createKey()
  const sealed = encrypt(key, 'result 1', text)
  expect(() => decrypt(createKey(), 'result 1', sealed)).toThrow()
  expect(() => decrypt(key, 'result 2', sealed)).toThrow()
  for (let place = 0; place < sealed.length - 1; place++) {
    const other = sealed[place] === 'A' ? 'B' : 'A'
    expect(() => decrypt(key, 'result 1', sealed.slice(0, place) + other + sealed.slice(place + 1))).toThrow()
  }
  expect(() => decrypt(key, 'result 1', sealed.slice(0, -4))).toThrow()
})

test('a secret always gives the same key, and its name reveals neither', () => {
  const secret = 'a secret of the settings, long enough'
  expect(keyOfSecret(secret)).toEqual(keyOfSecret(secret))
  expect(keyOfSecret(secret)).not.toEqual(keyOfSecret(`${secret} `))
  expect(nameOfSecret(secret)).not.toBe(nameOfSecret(`${secret} `))
  expect(keyOfSecret(secret).toString('base64url')).not.toContain(nameOfSecret(secret))
})
