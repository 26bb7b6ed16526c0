import { createSign, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { basic, isShopsBasic, isSignedByProvider, readProviderKey } from './bepaid-authenticity.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const BARE = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const PEM = publicKey.export({ format: 'pem', type: 'spki' }).toString()
const SHOP = { shopId: '361', secretKey: 'secret' }
const BODY = '{"transaction":{"status":"successful","message":"Оплачено"}}'

function sign(body: string): string {
  return createSign('RSA-SHA256').update(body).sign(privateKey, 'base64')
}

test.each([
  ['bare base64', BARE],
  ['PEM', PEM],
  ['base64 on several lines', BARE.replace(/(.{64})/g, '$1\n')],
])('the public key is read from %s', (_, text) => {
  expect(isSignedByProvider(BODY, sign(BODY), readProviderKey(text))).toBe(true)
})

test.each([
  ['no signature', null],
  ['an empty signature', ''],
  ['text that is not base64', '***'],
  ['the signature of another body', sign(`${BODY} `)],
  ['a truncated signature', sign(BODY).slice(0, 100)],
])('%s is refused', (_, signature) => {
  expect(isSignedByProvider(BODY, signature, readProviderKey(BARE))).toBe(false)
})

test.each([
  ['an RSA key of 1024 bits', generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey],
  ['an elliptic-curve key', generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey],
])('%s is not accepted as the key for payments', { tags: ['ASVS-11.2.3'] }, (_, key) => {
  const text = key.export({ format: 'der', type: 'spki' }).toString('base64')
  expect(() => readProviderKey(text)).toThrow('must be an RSA key of at least 2048 bits')
})

test('only the shop’s own id and key pass', () => {
  expect(isShopsBasic(basic(SHOP), SHOP)).toBe(true)
  expect(isShopsBasic(basic({ ...SHOP, secretKey: 'secres' }), SHOP)).toBe(false)
  expect(isShopsBasic(basic({ ...SHOP, shopId: '362' }), SHOP)).toBe(false)
  expect(isShopsBasic(null, SHOP)).toBe(false)
  expect(isShopsBasic('', SHOP)).toBe(false)
})
