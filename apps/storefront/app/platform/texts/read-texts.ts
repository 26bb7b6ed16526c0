import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@shop/contract/fields'
import type { Partner } from '@shop/contract/partner'
import { LOCALES } from '@shop/domain/locale'
import { mergeTexts, type Texts } from './merge-texts.ts'
import { withPartner } from './partner-texts.ts'

const localesFolder = join(import.meta.dirname, './locales')
const partnersFolder = join(import.meta.dirname, '../../../../../partners')

/** The JSON files that match, by their paths from the folder. */
function readJson<Content>(folder: string, pattern: string): Record<string, Content> {
  return Object.fromEntries(
    globSync(pattern, { cwd: folder }).map((path) => [
      path.replaceAll('\\', '/'),
      JSON.parse(readFileSync(join(folder, path), 'utf8')),
    ]),
  )
}

/** Every partner by its path segment, as written. */
export function readPartners(): Record<string, Partner> {
  const files = readJson<Partner>(partnersFolder, '*/partner.json')
  return Object.fromEntries(Object.entries(files).map(([path, partner]) => [path.split('/')[0], partner]))
}

/** All texts of a partner's shop by language, read from the sources: for the build and for tests. */
export function readTexts(slug: string): Record<Locale, Texts> {
  const texts = mergeTexts(readJson(localesFolder, '*/**/*.json'))
  const partner = readPartners()[slug]
  if (!partner) throw new Error(`No partner ${slug}`)
  return Object.fromEntries(
    LOCALES.map((locale) => [locale, withPartner(texts[locale] ?? {}, slug, partner, locale)]),
  ) as Record<Locale, Texts>
}
