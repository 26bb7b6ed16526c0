import { acceptedDocumentSchema } from '@shop/contract/accounts'

/** The ticked documents of a form; each box carries `slug@version`, the version that was shown. */
export function readAcceptedDocuments(form: FormData): { slug: string; version: string }[] {
  return form.getAll('acceptedDocuments').flatMap((value) => {
    const [slug, version] = String(value).split('@')
    const parsed = acceptedDocumentSchema.safeParse({ slug, version })
    return parsed.success ? [parsed.data] : []
  })
}
