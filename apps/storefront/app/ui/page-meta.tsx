import { usePartner } from '../platform/texts/use-texts.ts'

interface PageMetaProps {
  /** Without the shop's name, which is added. */
  title: string
  description?: string
  /** schema.org data of the page. */
  structured?: Record<string, unknown>
}

/** Title and description for the browser and for search engines; React moves them into the head. */
export function PageMeta({ title, description, structured }: PageMetaProps) {
  const { name } = usePartner()
  const full = `${title} – ${name}`
  return (
    <>
      <title>{full}</title>
      <meta property="og:title" content={full} />
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {structured && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with its only dangerous character escaped
          dangerouslySetInnerHTML={{
            __html: JSON.stringify({ '@context': 'https://schema.org', ...structured }).replaceAll(
              '<',
              '\\u003c',
            ),
          }}
        />
      )}
    </>
  )
}
