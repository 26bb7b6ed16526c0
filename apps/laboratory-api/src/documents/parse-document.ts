import { z } from 'zod'
import type { Partner } from './partner.ts'

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

/** Puts the partner's particulars where the text says `{{company}}`. */
function fillPartner(markdown: string, partner: Partner, locale: 'en' | 'ru'): string {
  return markdown.replaceAll(/\{\{(\w+)\}\}\n?/g, (placeholder, name: string) => {
    const end = placeholder.endsWith('\n') ? '\n' : ''
    const value = partner[name as keyof Partner]
    if (value === undefined) throw new Error(`unknown placeholder ${placeholder.trim()}`)
    if (value === null) return ''
    return `${typeof value === 'string' ? value : value[locale]}${end}`
  })
}

/** A document of the form `---`, front matter `key: value`, `---`, Markdown. */
export function parseDocument(text: string, partner: Partner, locale: 'en' | 'ru'): DocumentSource {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)
  if (!match) throw new Error('a legal document has no front matter')
  const entries = match[1]!.split('\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
  const { title, date, requiresAcceptance } = frontMatterSchema.parse(Object.fromEntries(entries))
  return { title, date, requiresAcceptance, markdown: fillPartner(match[2]!, partner, locale) }
}
