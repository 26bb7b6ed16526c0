import { z } from 'zod'
import { catalogueIdSchema, dateSchema, localeSchema, textSchema } from './fields.ts'
import { LONGEST_QUERY, LONGEST_SEARCH_TERM, SHORTEST_QUERY } from './input-lengths.ts'

export const unansweredQuerySchema = z
  .object({
    searchNameTerm: z.string().max(LONGEST_SEARCH_TERM),
    laboratoryId: catalogueIdSchema.optional(),
  })
  .meta({ id: 'UnansweredQuery', example: { searchNameTerm: 'кровь на все', laboratoryId: 1 } })

export const countedQuerySchema = z
  .object({
    query: z.string(),
    locale: localeSchema.describe('The language of the page'),
    people: z.int().describe('Strictly networks: a family on one connection counts once'),
    firstDay: dateSchema,
    lastDay: dateSchema,
    isAnswered: z.boolean().describe('It finds something now'),
  })
  .meta({ id: 'CountedQuery' })
export type CountedQuery = z.infer<typeof countedQuerySchema>

const SYNONYM_KINDS = ['reason', 'profile', 'analysis'] as const
export const synonymKindSchema = z.enum(SYNONYM_KINDS)
export type SynonymKind = z.infer<typeof synonymKindSchema>

/** What words can be added to. */
export const synonymTargetSchema = z
  .object({ kind: synonymKindSchema, targetId: catalogueIdSchema, name: z.string() })
  .meta({ id: 'SynonymTarget' })
export type SynonymTarget = z.infer<typeof synonymTargetSchema>

export const addSynonymSchema = z
  .object({
    words: textSchema
      .pipe(z.string().min(SHORTEST_QUERY).max(LONGEST_QUERY))
      .refine((text) => /\p{L}{2}/u.test(text), 'letters expected'),
    locale: localeSchema,
    kind: synonymKindSchema,
    targetId: catalogueIdSchema,
  })
  .meta({
    id: 'AddSynonym',
    example: { words: 'кровь на все', locale: 'ru', kind: 'analysis', targetId: 1 },
  })
export type AddSynonym = z.output<typeof addSynonymSchema>

export const addedSynonymSchema = synonymTargetSchema
  .extend({
    id: catalogueIdSchema,
    words: z.string(),
    locale: localeSchema,
    isFound: z.boolean().describe('Whether the words find it; words without a meaning of their own do not'),
  })
  .meta({ id: 'AddedSynonym' })
export type WireAddedSynonym = z.infer<typeof addedSynonymSchema>
