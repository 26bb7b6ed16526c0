import { expect, test } from 'vitest'
import { isSealedWithOldKey, seal, unseal } from './seal.ts'

const OLD = 'the key of last year'
const NEW = 'the key of this year'

test('what is sealed opens with the same key for the same owner, and is different each time', () => {
  const sealed = seal([NEW], 'anna', 'JBSWY3DPEHPK3PXP')
  expect(unseal([NEW], 'anna', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(seal([NEW], 'anna', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
})

test('it opens for nobody else, with no other key, and not when a character is changed', {
  tags: ['ASVS-11.3.3'],
}, () => {
  const sealed = seal([NEW], 'anna', 'secret')
  expect(() => unseal([NEW], 'viktor', sealed)).toThrow()
  expect(() => unseal([OLD], 'anna', sealed)).toThrow('key')
  const changed = sealed.slice(0, -5) + (sealed.at(-5) === 'A' ? 'B' : 'A') + sealed.slice(-4)
  expect(() => unseal([NEW], 'anna', changed)).toThrow()
})

test('a new key is put before the old one, which goes on opening what it sealed', () => {
  const sealed = seal([OLD], 'anna', 'secret')
  expect(unseal([NEW, OLD], 'anna', sealed)).toBe('secret')
  expect([isSealedWithOldKey([NEW, OLD], sealed), isSealedWithOldKey([OLD], sealed)]).toEqual([true, false])
})
