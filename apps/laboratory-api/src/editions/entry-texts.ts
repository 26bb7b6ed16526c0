import type { ChangeEntryTexts, EntryTexts, TEXT_KINDS } from '@shop/contract/entry-texts'
import type { OfferKind } from '@shop/domain/offer-kind'
import type { CatalogueEntries } from '../catalogue/import/read-catalogue-files.ts'
import { englishTexts, isNotation } from './english-texts.ts'

/** A place in an entry that contains a text. */
type Place = readonly [holder: object, key: string | number]

/**
 * A text of an entry. If the other languages have no places of their own, the translation is found by the
 * English.
 */
interface Slot {
  field: string
  kind: (typeof TEXT_KINDS)[number]
  en: Place
  ru: Place
  own?: { be: Place; pl: Place }
}

type Texts = EntryTexts['texts'][number]
const PARTS = { analysis: 'analyses', profile: 'profiles' } as const

/** The places of the texts of an analysis or a profile; empty: there is no such entry. */
function slotsOf(entries: CatalogueEntries, kind: OfferKind, code: string): Slot[] {
  if (kind === 'profile') {
    const profile = entries.profiles.find((one) => one.code === code)
    if (!profile) return []
    return [
      { field: 'name', kind: 'name', en: [profile, 'nameEn'], ru: [profile, 'name'] },
      slot(profile, 'description', 'description'),
    ]
  }
  const analysis = entries.analyses.find((one) => one.code === code)
  if (!analysis) return []
  const { preparation, resultDefinition } = analysis
  return [
    slot(analysis, 'name', 'name'),
    slot(analysis, 'description', 'description'),
    {
      ...slot(analysis, 'synonyms', 'synonyms'),
      own: { be: [analysis, 'synonymsBe'], pl: [analysis, 'synonymsPl'] },
    },
    slot(analysis, 'specimen', 'specimen'),
    ...preparation.notes.map((_, at) => ({
      field: `preparation.notes.${at}`,
      kind: 'preparation' as const,
      en: [preparation.notes, at] as const,
      ru: [preparation.notesRu, at] as const,
    })),
    ...resultDefinition.components.flatMap((component, at) => [
      slot(component, 'name', 'component', `components.${at}.`),
      ...component.referenceRanges.flatMap((range, place) =>
        range.text === undefined ? [] : [slot(range, 'text', 'range', `components.${at}.ranges.${place}.`)],
      ),
    ]),
  ]
}

const slot = (holder: object, key: string, kind: Slot['kind'], before = ''): Slot => ({
  field: `${before}${key}`,
  kind,
  en: [holder, key],
  ru: [holder, `${key}Ru`],
})

/** The text at a place: a list has one item a line; null: nothing. */
function read([holder, key]: Place): string | null {
  const value = (holder as Record<string | number, unknown>)[key]
  if (Array.isArray(value)) return value.join('\n') || null
  return typeof value === 'string' ? value : null
}

function write([holder, key]: Place, text: string, isList: boolean): void {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  Object.assign(holder, { [key]: isList ? lines : text.trim() })
}

/** The texts of an analysis or a profile, in every language; null: there is no such entry. */
export function textsOfEntry(entries: CatalogueEntries, kind: OfferKind, code: string): Texts[] | null {
  const slots = slotsOf(entries, kind, code)
  if (slots.length === 0) return null
  const translations = new Map(entries.translations.map(({ en, ...others }) => [en, others]))
  const uses = new Map<string, number>()
  for (const { texts } of englishTexts(entries)) {
    for (const text of texts) uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  return slots.map(({ field, kind: textKind, en, ru, own }) => {
    const english = read(en) ?? ''
    const translated = translations.get(english)
    const values = {
      en: english,
      ru: read(ru) ?? '',
      be: own ? read(own.be) : (translated?.be ?? null),
      pl: own ? read(own.pl) : (translated?.pl ?? null),
    }
    const isSame = !own && isNotation(english)
    const missing = (['ru', 'be', 'pl'] as const).filter((locale) => !isSame && !values[locale])
    return { field, kind: textKind, values, missing, entries: own ? 1 : (uses.get(english) ?? 1) }
  })
}

/**
 * The catalogue files that change when an entry's texts do: the file of its kind, and the translations. Null: it
 * has no such text, so what was read no longer exists.
 */
export function withTexts(
  before: CatalogueEntries,
  { kind, code, texts }: { kind: OfferKind; code: string; texts: ChangeEntryTexts['texts'] },
): Partial<Record<keyof CatalogueEntries, string>> | null {
  const part = PARTS[kind]
  const entries = { ...before, [part]: structuredClone(before[part]) }
  const slots = new Map(slotsOf(entries, kind, code).map((one) => [one.field, one]))
  const translations = new Map(before.translations.map((one) => [one.en, one]))
  for (const { field, values } of texts) {
    const found = slots.get(field)
    if (!found) return null
    const { en, ru, own } = found
    write(en, values.en, own !== undefined)
    write(ru, values.ru, own !== undefined)
    if (own) {
      write(own.be, values.be, true)
      write(own.pl, values.pl, true)
      continue
    }
    const [english, be, pl] = [values.en.trim(), values.be.trim(), values.pl.trim()]
    const said = { ...(pl ? { pl } : {}), ...(be ? { be } : {}) }
    if (pl || be) translations.set(english, { en: english, ...said })
    else translations.delete(english)
  }
  return { [part]: JSON.stringify(entries[part]), translations: JSON.stringify([...translations.values()]) }
}
