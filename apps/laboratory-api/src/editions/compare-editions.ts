import { CATALOGUE_PARTS, type EditionPreview } from '@shop/contract/editions'
import { CATALOGUE_FILES, type CatalogueEntries } from '../catalogue/import/read-catalogue-files.ts'

type Part = (typeof CATALOGUE_PARTS)[number]
type Entry = Record<string, unknown>
type Change = EditionPreview['changes'][number]

const SHOWN = 500
const LONGEST_TEXT = 300

/** Every change from one edition to another, by the keys that the import knows entries by; `null`: there was none before. */
export function compareEditions(
  before: CatalogueEntries | null,
  after: CatalogueEntries,
): Pick<EditionPreview, 'counts' | 'changes' | 'isComplete' | 'isOfPrices'> {
  const parts = CATALOGUE_PARTS.map((part) => ({
    part,
    entries: after[part].length,
    changes: changesOf(part, (before?.[part] ?? []) as Entry[], after[part] as Entry[]),
  }))
  const changes = parts.flatMap((one) => one.changes)
  return {
    counts: parts.map(({ part, entries, changes: own }) => {
      const count = (wanted: Change['change']) => own.filter(({ change }) => change === wanted).length
      return {
        part,
        entries,
        added: count('added'),
        changed: count('changed'),
        withdrawn: count('withdrawn'),
      }
    }),
    changes: changes.slice(0, SHOWN),
    isComplete: changes.length <= SHOWN,
    isOfPrices: before !== null && changes.length > 0 && changes.every(isOfPrice),
  }
}

/** A price that was there and is there: what begins to be sold, or ends, begins with an edition. */
const isOfPrice = ({ part, change, fields }: Change) =>
  part === 'analyses' &&
  change === 'changed' &&
  fields.every(({ field, before, after }) => field.startsWith('prices.') && before !== null && after !== null)

function changesOf(part: Part, before: readonly Entry[], after: readonly Entry[]): Change[] {
  const { key } = CATALOGUE_FILES[part]
  const old = new Map(before.map((entry) => [entry[key], entry]))
  const kept = after.flatMap((entry): Change[] => {
    const known = old.get(entry[key])
    old.delete(entry[key])
    if (!known) return [changeOf(part, entry, 'added', [])]
    const fields = fieldsOf(known, entry)
    return fields.length === 0 ? [] : [changeOf(part, entry, 'changed', fields)]
  })
  return [...kept, ...[...old.values()].map((entry) => changeOf(part, entry, 'withdrawn', []))]
}

function changeOf(part: Part, entry: Entry, change: Change['change'], fields: Change['fields']): Change {
  const key = String(entry[CATALOGUE_FILES[part].key])
  return { part, key, name: nameOf(entry) ?? key, change, fields }
}

function nameOf({ nameEn, name, names, message, pl }: Entry): string | null {
  const inEnglish = typeof names === 'object' && names !== null ? (names as { en?: unknown }).en : undefined
  const found = [nameEn, name, inEnglish, message, pl].find((one) => typeof one === 'string')
  return (found as string | undefined) ?? null
}

/** The fields that differ, down to the single value: `prices.BYN`, `openingHours.monday.open`. */
function fieldsOf(before: unknown, after: unknown, path: string[] = []): Change['fields'] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) => fieldsOf(before[key], after[key], [...path, key]))
  }
  return [{ field: path.join('.'), before: inWords(before), after: inWords(after) }]
}

const isObject = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function inWords(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
}
