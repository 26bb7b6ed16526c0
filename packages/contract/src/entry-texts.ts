import { z } from 'zod'
import { localeSchema, textSchema } from './fields.ts'

/** The kinds of text in an entry of the catalogue. */
export const TEXT_KINDS = [
  'name',
  'description',
  'synonyms',
  'specimen',
  'preparation',
  'component',
  'range',
] as const

const typedSchema = z.string().max(40_000)
export const entryTextsSchema = z
  .object({
    version: z.int().describe('Of the catalogue in force'),
    code: z.string(),
    texts: z.array(
      z.object({
        field: z.string().describe('Where it stands in the entry: `preparation.notes.0`'),
        kind: z.enum(TEXT_KINDS),
        values: z
          .object({
            en: z.string(),
            ru: z.string(),
            be: z.string().nullable(),
            pl: z.string().nullable(),
          })
          .describe('Synonyms one a line. null: nobody has written it'),
        missing: z.array(localeSchema).describe('Notation is the same in every language, and misses none'),
        entries: z.int().describe('So many entries say it in English alike, and share its translation'),
      }),
    ),
  })
  .meta({ id: 'EntryTexts' })
export type EntryTexts = z.infer<typeof entryTextsSchema>

export const changeEntryTextsSchema = z
  .object({
    version: z.int().min(0).describe('Of the catalogue in force that was read'),
    note: textSchema.max(200).describe('What it is, for colleagues'),
    texts: z
      .array(
        z.object({
          field: z.string().min(1).max(200),
          values: z.object({ en: typedSchema, ru: typedSchema, be: typedSchema, pl: typedSchema }),
        }),
      )
      .min(1)
      .max(1_000)
      .describe('What changes, in all languages; an empty one is none'),
  })
  .meta({
    id: 'ChangeEntryTexts',
    example: {
      version: 1,
      note: 'Texts of 1001',
      texts: [
        {
          field: 'specimen',
          values: { en: 'serum', ru: 'сыворотка', be: 'сыроватка', pl: 'surowica' },
        },
      ],
    },
  })
export type ChangeEntryTexts = z.infer<typeof changeEntryTextsSchema>
