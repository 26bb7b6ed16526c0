import {
  CATALOGUE_PARTS,
  CHANGES_PER_PAGE,
  type EditionPreview,
  LISTED_STOPS,
  OFFERED_PARTS,
  type PreviewQuery,
} from '@shop/contract/editions'
import { CATALOGUE_FILES, type CatalogueEntries } from '../catalogue/import/read-catalogue-files.ts'

type Part = (typeof CATALOGUE_PARTS)[number]
type Entry = Record<string, unknown>
type Change = EditionPreview['changes'][number]

/** How many equal characters are shown before and after a difference. */
const ALIKE = 60

/**
 * The changes from one edition to another, one page of them, matched by the keys that the import uses; `null`:
 * there was no earlier edition. Counts cover all changes. What is withdrawn comes first.
 */
export function compareEditions(
  before: CatalogueEntries | null,
  after: CatalogueEntries,
  { part: wanted, after: from = 0 }: PreviewQuery = {},
): Pick<EditionPreview, 'counts' | 'changes' | 'next' | 'isOfPrices' | 'stops' | 'stopCount'> {
  const parts = CATALOGUE_PARTS.map((part) => ({
    part,
    entries: after[part].length,
    changes: changesOf(part, (before?.[part] ?? []) as Entry[], after[part] as Entry[]),
  }))
  const inOrder = parts.flatMap((one) => one.changes)
  const [withdrawn, others] = [inOrder.filter(isWithdrawn), inOrder.filter((change) => !isWithdrawn(change))]
  const changes = [...withdrawn, ...others]
  const stops = withdrawn.flatMap(({ part, name }) => {
    const offered = OFFERED_PARTS.find((known) => known === part)
    return offered ? [{ part: offered, name }] : []
  })
  const listed = wanted ? changes.filter(({ part }) => part === wanted) : changes
  const end = from + CHANGES_PER_PAGE
  return {
    counts: parts.map(({ part, entries, changes: own }) => {
      const count = (kind: Change['change']) => own.filter(({ change }) => change === kind).length
      return {
        part,
        entries,
        added: count('added'),
        changed: count('changed'),
        withdrawn: count('withdrawn'),
      }
    }),
    changes: listed.slice(from, end),
    next: end < listed.length ? end : null,
    stopCount: stops.length,
    stops: stops.slice(0, LISTED_STOPS),
    isOfPrices: before !== null && changes.length > 0 && changes.every(isOfPrice),
  }
}

const isWithdrawn = ({ change }: Change) => change === 'withdrawn'

/** Ends the offer of an entry that stays in its file: it is no longer in use, or no longer has a price. */
const isEnd = (part: Part, { field, before, after }: Change['fields'][number]) =>
  (field === 'isActive' && before === 'true' && after === 'false') ||
  (part === 'analyses' && field.startsWith('prices.') && before !== null && after === null)

/** A change of an existing price. A test that starts or stops being sold starts or stops with an edition. */
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
    const fields = changedFields(known, entry)
    return fields.length === 0
      ? []
      : [changeOf(part, entry, fields.some((field) => isEnd(part, field)) ? 'withdrawn' : 'changed', fields)]
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

/** The fields that differ, down to single values: `prices.BYN`, `openingHours.monday.open`. */
function changedFields(before: unknown, after: unknown, path: string[] = []): Change['fields'] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) => changedFields(before[key], after[key], [...path, key]))
  }
  return [{ field: path.join('.'), ...cutAlike(inWords(before), inWords(after)) }]
}

const isObject = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function inWords(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Keeps the whole difference, from its first character to its last; of the equal beginning and end, only the
 * nearest characters are kept.
 */
function cutAlike(
  before: string | null,
  after: string | null,
): Pick<Change['fields'][number], 'before' | 'after'> {
  if (before === null || after === null) return { before, after }
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const [head, tail] = [Math.max(0, start - ALIKE), Math.max(0, end - ALIKE)]
  const cut = (text: string) =>
    `${head > 0 ? '…' : ''}${text.slice(head, text.length - tail)}${tail > 0 ? '…' : ''}`
  return { before: cut(before), after: cut(after) }
}
