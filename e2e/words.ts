import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createI18n } from '../apps/storefront/app/i18n/create-i18n.ts'
import { mergeTexts } from '../apps/storefront/app/i18n/merge-texts.ts'

const folder = join(import.meta.dirname, '../apps/storefront/app/locales')

export type Words = (key: string, variables?: Record<string, unknown>) => string

/** The shop's texts in a language, by their keys: for tests that go the same way in several languages. */
export function wordsIn(locale: string): Words {
  const files = globSync('*/**/*.json', { cwd: folder }).map((path): [string, Record<string, unknown>] => [
    path,
    JSON.parse(readFileSync(join(folder, path), 'utf8')),
  ])
  const texts = mergeTexts(Object.fromEntries(files))[locale]
  if (!texts) throw new Error(`no texts in ${locale}`)
  const { t, exists } = createI18n(locale, texts, 'synlab')
  return (key, variables = {}) => {
    if (!exists(key, variables)) throw new Error(`no text ${key} in ${locale}`)
    return t(key, variables)
  }
}
