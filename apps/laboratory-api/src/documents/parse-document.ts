import type { Partner } from '@shop/contract/partner'
import type { Locale } from '@shop/domain/locale'
import { formatYears } from '@shop/texts/formats.server'
import { z } from 'zod'

const frontMatterSchema = z.strictObject({
  title: z.string().min(1),
  date: z.iso.date(),
  requiresAcceptance: z.enum(['true', 'false']).transform((word) => word === 'true'),
})

export interface DocumentSource {
  title: string
  /** In force from this day on. */
  date: string
  requiresAcceptance: boolean
  markdown: string
}

const PLACEHOLDER = /\{\{(\w+)\}\}/g

/** For how many years the operator keeps data that the law requires to be kept; null: without limit. */
export interface KeptYears {
  results: number | null
  orders: number | null
}

const yearsInWords = (years: number | null, locale: Locale) =>
  years === null ? null : formatYears(years, locale)

/**
 * Replaces `{{company}}` and other placeholders with the partner's details and the years that the operator
 * has set; a line whose value is not set is left out.
 */
function fill(markdown: string, { partner, kept, locale }: Particulars): string {
  const values: Record<string, unknown> = {
    ...partner,
    ...partner.texts[locale],
    resultsKept: yearsInWords(kept.results, locale),
    ordersKept: yearsInWords(kept.orders, locale),
  }
  const particularOf = (placeholder: string, name: string) => {
    const value = values[name]
    if (typeof value !== 'string') throw new Error(`unknown placeholder ${placeholder}`)
    return value
  }
  const isKept = (line: string) =>
    [...line.matchAll(PLACEHOLDER)].every(([, name = '']) => values[name] !== null)
  return markdown
    .split('\n')
    .filter(isKept)
    .map((line) => line.replaceAll(PLACEHOLDER, particularOf))
    .join('\n')
}

interface Particulars {
  partner: Partner
  kept: KeptYears
  locale: Locale
}

/** Parses a document of the form `---`, front matter `key: value`, `---`, Markdown. */
export function parseDocument(text: string, particulars: Particulars): DocumentSource {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)
  if (!match) throw new Error('a legal document has no front matter')
  const entries = match[1]!.split('\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
  const { title, date, requiresAcceptance } = frontMatterSchema.parse(Object.fromEntries(entries))
  return { title, date, requiresAcceptance, markdown: fill(match[2]!, particulars) }
}
