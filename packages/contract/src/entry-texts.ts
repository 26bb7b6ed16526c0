import { z } from 'zod'
import { localeSchema, textSchema } from './fields.ts'
import { LONGEST_EDITION_NOTE } from './input-lengths.ts'

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
    version: z.int().describe('Version of the catalogue in force'),
    code: z.string(),
    texts: z.array(
      z.object({
        field: z.string().describe('Its place in the entry, for example `preparation.notes.0`'),
        kind: z.enum(TEXT_KINDS),
        values: z
          .object({
            en: z.string(),
            ru: z.string(),
            be: z.string().nullable(),
            pl: z.string().nullable(),
          })
          .describe('Synonyms, one per line; null: not written yet'),
        missing: z
          .array(localeSchema)
          .describe('Languages without a text; notation is the same in every language and is never missing'),
        entries: z.int().describe('How many entries have the same English text and share its translation'),
      }),
    ),
  })
  .meta({ id: 'EntryTexts' })
export type EntryTexts = z.infer<typeof entryTextsSchema>

export const changeEntryTextsSchema = z
  .object({
    version: z.int().min(0).describe('Version of the catalogue in force that was read'),
    note: textSchema.max(LONGEST_EDITION_NOTE).describe('What it is, for colleagues'),
    texts: z
      .array(
        z.object({
          field: z.string().min(1).max(200),
          values: z.object({ en: typedSchema, ru: typedSchema, be: typedSchema, pl: typedSchema }),
        }),
      )
      .min(1)
      .max(1_000)
      .describe('The changed texts in all languages; an empty text counts as missing'),
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
