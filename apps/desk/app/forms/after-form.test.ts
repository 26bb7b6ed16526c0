import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reloadAfterConflict } from './after-form.ts'

const asked = (actionStatus: number | undefined, defaultShouldRevalidate: boolean) =>
  reloadAfterConflict({ actionStatus, defaultShouldRevalidate } as Parameters<typeof reloadAfterConflict>[0])

test('a form sent too late reloads its screen; an invalid one does not', () => {
  expect(asked(409, false)).toBe(true)
  expect(asked(422, false)).toBe(false)
  expect(asked(200, true)).toBe(true)
})

/** On these screens no colleague can be first with the same thing, or the screen only shows what was found. */
const WITHOUT_CONFLICTS = [
  'catalogue',
  'invitation',
  'laboratory-systems',
  'login',
  'machine',
  'messages',
  'money-statement',
  'orders',
  'passkeys',
  'rights-new',
  'search-words',
  'staff',
]

test('every screen whose form a colleague can be first with is reloaded after it', () => {
  const folder = join(import.meta.dirname, '../routes')
  const late = readdirSync(folder)
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      return (
        /export async function action/.test(source) &&
        !/export const shouldRevalidate = (?:reloadAfterConflict|\(\) => true)$/m.test(source)
      )
    })
  expect(late.map((file) => file.replace('.tsx', ''))).toEqual(WITHOUT_CONFLICTS)
})
