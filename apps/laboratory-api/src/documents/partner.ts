import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@shop/database/repository-root'
import { z } from 'zod'

const bothLanguages = z.object({ en: z.string().min(1), ru: z.string().min(1) })

const partnerSchema = z.object({
  brand: z.string().min(1),
  company: bothLanguages,
  registration: bothLanguages,
  address: bothLanguages,
  licence: bothLanguages,
  bank: bothLanguages,
  demonstration: bothLanguages.nullable(),
  supportEmail: z.email(),
  personalDataEmail: z.email(),
  phone: z.string().min(5),
})
/** Who runs the shop: fills the legal documents and the foot of the mails. */
export type Partner = z.infer<typeof partnerSchema>

export const legalDocumentsFolder = join(repositoryRoot, 'apps', 'laboratory-api', 'legal-documents')

/** @throws Error that names the file when the partner has none or it is not of the form */
export function loadPartner(partner: string, folder = legalDocumentsFolder): Partner {
  const file = join(folder, 'partners', `${partner}.json`)
  if (!/^[\w-]+$/.test(partner) || !existsSync(file)) {
    throw new Error(`PARTNER: no legal-documents/partners/${partner}.json`)
  }
  const parsed = partnerSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
