import { expect, test } from 'vitest'
import { createToken } from '../../accounts/secrets.ts'
import { newHealthLinkSalt } from '../sharing/health-link.ts'
import { createPaperCode, printedCode, typedCode } from './issue-paper.ts'

/** The most bits that a value drawn character by character can have: length times log2 of the different characters. */
const bitsOf = (values: string[]) => {
  const signs = new Set(values.join('')).size
  return Math.floor(Math.min(...values.map(({ length }) => length)) * Math.log2(signs))
}
const many = (create: () => string) => Array.from({ length: 2_000 }, create)

test('everything that must not be guessed has at least 128 bits: tokens, keys of links, codes on paper', {
  tags: ['ASVS-11.5.1'],
}, () => {
  for (const create of [createToken, newHealthLinkSalt, createPaperCode]) {
    const values = many(create)
    expect(new Set(values).size).toBe(values.length)
    expect(bitsOf(values), create.name).toBeGreaterThanOrEqual(128)
  }
})

test('a printed code is read however it is typed', () => {
  const code = createPaperCode()
  const printed = printedCode(code)
  expect(printed).toMatch(/^(?:[2-9A-Z]{4}-){6}[2-9A-Z]{4}$/)
  expect(typedCode(` ${printed.toLowerCase().replaceAll('-', ' ')} `)).toBe(code)
})
