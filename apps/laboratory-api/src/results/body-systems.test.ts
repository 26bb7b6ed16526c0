import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import { allergenGroups, bodySystemOf } from './body-systems.ts'
import { groupsOf } from './observation-groups.ts'

interface FileAnalysis {
  code: string
  categories: number[]
  resultDefinition: { components: { loinc: string | null }[] }
}
interface FileCategory {
  id: number
  name: string
  nameRu: string
  slug: string
  parentId: number | null
  hidden: boolean
}

const folder = join(import.meta.dirname, '../../../../catalogue')
const read = <Entry>(name: string): Entry[] => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const analyses = read<FileAnalysis>('analyses.json')
const categories = read<FileCategory>('categories.json')

/** The part of the demo catalogue that says what belongs where. */
const snapshot = {
  analyses: new Map(
    analyses.map(({ code, categories: categoryIds, resultDefinition: { components } }) => [
      Number(code),
      { categoryIds, components },
    ]),
  ),
  categories: new Map(
    categories.map(({ id, name, nameRu, slug, parentId, hidden }) => [
      id,
      { id, name: { en: name, ru: nameRu }, slug, parentId, isHidden: hidden },
    ]),
  ),
} as unknown as CatalogueSnapshot

const nameOf = (code: number, locale: 'en' | 'ru' = 'en') => bodySystemOf(snapshot, code, locale)?.name

test('an analysis belongs to the part of its first category in which the catalogue lists it', () => {
  expect(nameOf(1201)).toBe('Liver')
  // Listed under biochemistry and under what may go with tiredness: the first says what it is.
  expect(nameOf(1252)).toBe('Iron')
  // Vitamins come first, then bone and hormones.
  expect(nameOf(4001)).toBe('Vitamins')
  expect(nameOf(1101)).toBe('Blood clotting')
  expect(nameOf(1220, 'ru')).toBe('Сахар в крови')
  expect(bodySystemOf(snapshot, 9999, 'en')).toBeNull()
})

test('each analysis of the catalogue has such a part, with texts in every language', () => {
  const wordless = analyses.flatMap(({ code }) =>
    LOCALES.filter((locale) => !bodySystemOf(snapshot, Number(code), locale)?.about).map(
      (locale) => `${code} ${locale}`,
    ),
  )
  expect(wordless).toEqual([])
})

test('a panel of allergens is divided into parts by what the catalogue says of each allergen', () => {
  const panel = analyses.find(({ code }) => code === '5504')!.resultDefinition.components
  const groups = groupsOf(
    panel.map(({ loinc }) => loinc),
    allergenGroups(snapshot),
  )
  expect([...new Set(groups)]).toEqual(['foodAllergens', 'inhalantAllergens', 'animalAllergens'])
  const food = analyses.find(({ code }) => code === '5502')!.resultDefinition.components
  const one = groupsOf(
    food.map(({ loinc }) => loinc),
    allergenGroups(snapshot),
  )
  expect(new Set(one)).toEqual(new Set([null]))
})
