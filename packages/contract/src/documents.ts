import { z } from 'zod'

export const documentSummarySchema = z
  .object({
    slug: z.string(),
    title: z.string(),
    version: z.string(),
    date: z.string(),
    requiresAcceptance: z.boolean(),
  })
  .meta({ id: 'DocumentSummary' })
export type DocumentSummary = z.infer<typeof documentSummarySchema>
export const documentSchema = documentSummarySchema.extend({ html: z.string() }).meta({ id: 'Document' })
export type LegalDocument = z.infer<typeof documentSchema>
