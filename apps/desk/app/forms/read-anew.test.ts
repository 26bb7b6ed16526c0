import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAnew } from './read-anew.ts'

const asked = (actionStatus: number | undefined, defaultShouldRevalidate: boolean) =>
  readAnew({ actionStatus, defaultShouldRevalidate } as Parameters<typeof readAnew>[0])

test('a form that came too late has its screen read anew, one that was wrong has not', () => {
  expect(asked(409, false)).toBe(true)
  expect(asked(422, false)).toBe(false)
  expect(asked(200, true)).toBe(true)
})

/** Of these nobody can be first with the same thing, or the screen shows what was found alone. */
const NOTHING_TO_BE_FIRST_WITH = [
  'catalogue',
  'invitation',
  'laboratory-systems',
  'login',
  'machine',
  'money-statement',
  'orders',
  'passkeys',
  'rights-new',
  'search-words',
  'staff',
]

test('every screen with a form that a colleague can be first with is read anew after it', () => {
  const folder = join(import.meta.dirname, '../routes')
  const late = readdirSync(folder)
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      return (
        /export async function action/.test(source) &&
        !/export const shouldRevalidate = (?:readAnew|\(\) => true)$/m.test(source)
      )
    })
  expect(late.map((file) => file.replace('.tsx', ''))).toEqual(NOTHING_TO_BE_FIRST_WITH)
})
