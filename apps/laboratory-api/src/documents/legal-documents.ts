import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentSummary, LegalDocument } from '@shop/contract/documents'
import type { Partner } from '@shop/contract/partner'
import type { Locale } from '@shop/domain/locale'
import { madeOnce } from '@shop/server/made-once'
import { projectFiles } from '@shop/server/project-files'
import { type DocumentSource, type KeptYears, parseDocument } from './parse-document.ts'
import { renderDocument } from './render-document.ts'

export const legalDocumentsFolder = join(projectFiles, 'apps', 'laboratory-api', 'legal-documents')

/** They are listed in this order. */
const SLUGS = [
  'public-offer',
  'personal-data-policy',
  'health-data-consent',
  'payment-and-refund-rules',
  'cookie-rules',
] as const

interface DocumentVersion {
  version: string
  date: string
  requiresAcceptance: boolean
  sources: Record<Locale, DocumentSource>
}

export interface LegalDocuments {
  /** The documents in force on the day. */
  list(today: string, locale: Locale): DocumentSummary[]
  /** One document in force, rendered; undefined: there is none with that name. */
  find(today: string, slug: string, locale: Locale): LegalDocument | undefined
  /** What a new account must accept. */
  toAccept(today: string): { slug: string; version: string }[]
}

function versionsOf(
  folder: string,
  slug: string,
  of: { partner: Partner; kept: KeptYears },
): DocumentVersion[] {
  const files = readdirSync(join(folder, slug))
  const versions = [...new Set(files.map((file) => file.replace(/\.[a-z]+\.md$/, '')))]
  return versions
    .map((version) => {
      const read = (locale: Locale) =>
        parseDocument(readFileSync(join(folder, slug, `${version}.${locale}.md`), 'utf8'), { ...of, locale })
      const sources = { en: read('en'), ru: read('ru'), pl: read('pl'), be: read('be') }
      const { date, requiresAcceptance } = sources.en
      const agrees = (source: DocumentSource) =>
        source.date === date && source.requiresAcceptance === requiresAcceptance
      if (!Object.values(sources).every(agrees)) {
        throw new Error(`${slug} ${version}: the languages disagree`)
      }
      return { version, date, requiresAcceptance, sources }
    })
    .sort((a, b) => (a.date < b.date ? 1 : -1))
}

/** Reads every version of every document once. @throws Error that names a malformed file */
export function loadLegalDocuments(
  partner: Partner,
  kept: KeptYears = { results: null, orders: null },
  folder = legalDocumentsFolder,
): LegalDocuments {
  const documents = SLUGS.map((slug) => ({ slug, versions: versionsOf(folder, slug, { partner, kept }) }))
  // Rendered on first use and kept: a version never changes.
  const htmlOf = madeOnce((slug: string, version: string, locale: Locale) => {
    const { versions } = documents.find((document) => document.slug === slug)!
    return renderDocument(versions.find((one) => one.version === version)!.sources[locale].markdown)
  })
  const inForce = (today: string) =>
    documents.flatMap(({ slug, versions }) => {
      const current = versions.find(({ date }) => date <= today)
      return current ? [{ slug, ...current }] : []
    })
  const summary = (document: ReturnType<typeof inForce>[number], locale: Locale): DocumentSummary => ({
    slug: document.slug,
    title: document.sources[locale].title,
    version: document.version,
    date: document.date,
    requiresAcceptance: document.requiresAcceptance,
  })
  return {
    list: (today, locale) => inForce(today).map((document) => summary(document, locale)),
    find(today, slug, locale) {
      const document = inForce(today).find((candidate) => candidate.slug === slug)
      if (!document) return undefined
      return { ...summary(document, locale), html: htmlOf(slug, document.version, locale) }
    },
    toAccept: (today) =>
      inForce(today)
        .filter(({ requiresAcceptance }) => requiresAcceptance)
        .map(({ slug, version }) => ({ slug, version })),
  }
}
