import { z } from 'zod'

export const documentSummarySchema = z
  .object({
    slug: z.string(),
    title: z.string(),
    version: z.string(),
    date: z.string(),
    requiresAcceptance: z.boolean(),
  })
  .meta({
    id: 'DocumentSummary',
    example: {
      slug: 'public-offer',
      title: 'Public offer',
      version: '1.0',
      date: '2026-01-01',
      requiresAcceptance: true,
    },
  })
export type DocumentSummary = z.infer<typeof documentSummarySchema>
export const documentSchema = documentSummarySchema.extend({ html: z.string() }).meta({ id: 'Document' })
export type LegalDocument = z.infer<typeof documentSchema>
