import type { Partner } from '@shop/contract/partner'
import type { Locale } from '@shop/domain/locale'
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

/** Puts the partner's particulars where the text says `{{company}}`; a line about what the partner has not is left out. */
function fillPartner(markdown: string, partner: Partner, locale: Locale): string {
  const values: Record<string, unknown> = { ...partner, ...partner.texts[locale] }
  const fill = (placeholder: string, name: string) => {
    const value = values[name]
    if (typeof value !== 'string') throw new Error(`unknown placeholder ${placeholder}`)
    return value
  }
  const isKept = (line: string) =>
    [...line.matchAll(PLACEHOLDER)].every(([, name = '']) => values[name] !== null)
  return markdown
    .split('\n')
    .filter(isKept)
    .map((line) => line.replaceAll(PLACEHOLDER, fill))
    .join('\n')
}

/** A document of the form `---`, front matter `key: value`, `---`, Markdown. */
export function parseDocument(text: string, partner: Partner, locale: Locale): DocumentSource {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)
  if (!match) throw new Error('a legal document has no front matter')
  const entries = match[1]!.split('\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
  const { title, date, requiresAcceptance } = frontMatterSchema.parse(Object.fromEntries(entries))
  return { title, date, requiresAcceptance, markdown: fillPartner(match[2]!, partner, locale) }
}
