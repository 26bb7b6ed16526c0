import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { textSchema } from '@shop/contract/fields'
import { ORDER_CURRENCY } from '@shop/domain/money'
import type { z } from 'zod'
import {
  type AnalysisEntry,
  type AssortmentEntry,
  analysisForm,
  assortmentForm,
  type CallableRegionEntry,
  type CategoryEntry,
  callableRegionForm,
  categoryForm,
  type LaboratoryEntry,
  laboratoryForm,
  type MaterialEntry,
  materialForm,
  type ProfileEntry,
  profileForm,
  type ReasonEntry,
  type RuleEntry,
  reasonForm,
  ruleForm,
  type TranslationEntry,
  translationForm,
} from './file-forms.ts'

/** Why an entry of a file was refused. */
export interface Refusal {
  file: string
  /** Its code or id, or else its position as `#12`; empty when the whole file is meant. */
  entry: string
  /** Dotted path; empty when the whole entry is meant. */
  field: string
  reason: string
}

/** The entries of a catalogue folder, as its files state them. */
export interface CatalogueEntries {
  assortments: AssortmentEntry[]
  laboratories: LaboratoryEntry[]
  callableRegions: CallableRegionEntry[]
  categories: CategoryEntry[]
  materials: MaterialEntry[]
  analyses: AnalysisEntry[]
  profiles: ProfileEntry[]
  rules: RuleEntry[]
  reasons: ReasonEntry[]
  translations: TranslationEntry[]
}

/**
 * Branches offer everything, home services what can be taken at home, both in the currency of an order: the default
 * for a folder without assortments.json.
 */
const DEFAULT_ASSORTMENTS: readonly AssortmentEntry[] = [
  { id: 1, name: 'Branches', currency: ORDER_CURRENCY, homeCallOnly: false },
  { id: 2, name: 'Home calls', currency: ORDER_CURRENCY, homeCallOnly: true },
]

interface FileOfKind {
  file: string
  form: z.ZodType
  /** The field that identifies an entry in a refusal. */
  key: 'id' | 'code' | 'slug' | 'en'
  /** The fields whose values must be unique. */
  unique: readonly string[]
  absent?: readonly unknown[]
}

/** Every kind of entry with its file. */
export const CATALOGUE_FILES: Record<keyof CatalogueEntries, FileOfKind> = {
  assortments: {
    file: 'assortments.json',
    form: assortmentForm,
    key: 'id',
    unique: ['id'],
    absent: DEFAULT_ASSORTMENTS,
  },
  laboratories: { file: 'laboratories.json', form: laboratoryForm, key: 'id', unique: ['id'] },
  callableRegions: { file: 'callable-regions.json', form: callableRegionForm, key: 'id', unique: ['id'] },
  categories: { file: 'categories.json', form: categoryForm, key: 'id', unique: ['id', 'slug'] },
  materials: { file: 'materials.json', form: materialForm, key: 'id', unique: ['id'] },
  analyses: { file: 'analyses.json', form: analysisForm, key: 'code', unique: ['code'] },
  profiles: { file: 'profiles.json', form: profileForm, key: 'code', unique: ['code'] },
  rules: { file: 'rules.json', form: ruleForm, key: 'id', unique: ['id'] },
  reasons: { file: 'reasons.json', form: reasonForm, key: 'slug', unique: ['id', 'slug'], absent: [] },
  translations: {
    file: 'translations.json',
    form: translationForm,
    key: 'en',
    unique: ['en'],
    absent: [],
  },
}
export const CATALOGUE_KINDS = Object.keys(CATALOGUE_FILES) as (keyof CatalogueEntries)[]

/**
 * Reads and validates every file of the folder. Refused entries are left out of the result. A missing file or one
 * that is not JSON does not throw: that is a refusal too.
 */
export const readCatalogueFiles = (folder: string) =>
  readParts((kind) => readFile(join(folder, CATALOGUE_FILES[kind].file), 'utf8'))

/** As `readCatalogueFiles`, from texts; null: no such file. */
export const readCatalogueTexts = (textOf: (kind: keyof CatalogueEntries) => string | null) =>
  readParts(async (kind) => textOf(kind) ?? Promise.reject(Object.assign(new Error(), { code: 'ENOENT' })))

async function readParts(
  read: (kind: keyof CatalogueEntries) => Promise<string>,
): Promise<{ entries: CatalogueEntries; refusals: Refusal[] }> {
  const refusals: Refusal[] = []
  const pairs = await Promise.all(
    CATALOGUE_KINDS.map(async (kind) => [
      kind,
      await readKind(() => read(kind), CATALOGUE_FILES[kind], refusals),
    ]),
  )
  return { entries: Object.fromEntries(pairs), refusals }
}

async function readKind(
  read: () => Promise<string>,
  kind: FileOfKind,
  refusals: Refusal[],
): Promise<unknown[]> {
  const given = await readJson(read).catch((error) => error as Error)
  if (given instanceof Error) {
    const isMissing = (given as NodeJS.ErrnoException).code === 'ENOENT'
    if (isMissing && kind.absent) return [...kind.absent]
    refusals.push({
      file: kind.file,
      entry: '',
      field: '',
      reason: isMissing ? 'the file is missing' : given.message,
    })
    return []
  }
  if (!Array.isArray(given)) {
    refusals.push({ file: kind.file, entry: '', field: '', reason: 'must be a list of entries' })
    return []
  }
  const valid = given.flatMap((raw, index) => {
    const parsed = kind.form.safeParse(raw)
    const unreadable = unreadableIn(raw)
    if (parsed.success && !unreadable) return [parsed.data as Record<string, unknown>]
    const entry = nameOf(raw, kind.key, index)
    if (unreadable) refusals.push({ file: kind.file, entry, ...unreadable })
    for (const issue of parsed.error?.issues ?? []) {
      refusals.push({ file: kind.file, entry, field: issue.path.join('.'), reason: issue.message })
    }
    return []
  })
  refuseDuplicates(valid, kind, refusals)
  return valid
}

/**
 * The first text with characters that no database stores (NUL, half a character) or no one can read (control
 * characters).
 */
function unreadableIn(value: unknown, path: string[] = []): Pick<Refusal, 'field' | 'reason'> | null {
  if (typeof value === 'string') {
    const [issue] = textSchema.safeParse(value).error?.issues ?? []
    return issue ? { field: path.join('.'), reason: issue.message } : null
  }
  // Deeper than any form allows: the form has already refused it.
  if (typeof value !== 'object' || value === null || path.length > 10) return null
  for (const [key, part] of Object.entries(value)) {
    const found = unreadableIn(part, [...path, key])
    if (found) return found
  }
  return null
}

async function readJson(read: () => Promise<string>): Promise<unknown> {
  const text = await read()
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
}

function nameOf(raw: unknown, key: string, index: number): string {
  const name = raw && typeof raw === 'object' ? (raw as Record<string, unknown>)[key] : undefined
  return typeof name === 'string' || typeof name === 'number' ? String(name) : `#${index + 1}`
}

function refuseDuplicates(entries: Record<string, unknown>[], kind: FileOfKind, refusals: Refusal[]): void {
  for (const field of kind.unique) {
    const seen = new Set<unknown>()
    for (const entry of entries) {
      if (seen.has(entry[field])) {
        const reason = `${String(entry[field])} is listed twice`
        refusals.push({ file: kind.file, entry: String(entry[kind.key]), field, reason })
      }
      seen.add(entry[field])
    }
  }
}
