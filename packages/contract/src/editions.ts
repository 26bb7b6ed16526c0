import { z } from 'zod'
import { catalogueIdSchema, instantSchema, localeSchema, personalIdSchema, textSchema } from './fields.ts'
import { LONGEST_EDITION_NOTE } from './input-lengths.ts'
import { offerKindSchema } from './offers.ts'

/** The files of a catalogue, in the order in which people read about them. */
export const CATALOGUE_PARTS = [
  'analyses',
  'profiles',
  'categories',
  'materials',
  'rules',
  'laboratories',
  'callableRegions',
  'assortments',
  'reasons',
  'translations',
] as const
/** The parts whose entries people can choose: one that is withdrawn, or no longer in use or sold, ends an offer. */
export const OFFERED_PARTS = [
  'analyses',
  'profiles',
  'laboratories',
  'callableRegions',
] as const satisfies (typeof CATALOGUE_PARTS)[number][]
/** The most ending offers that a preview names. */
export const LISTED_STOPS = 20
/**
 * Where an edition comes from: uploaded at the desk, imported by the command, an earlier one put back in force, or
 * prices that took effect.
 */
export const EDITION_ORIGINS = ['upload', 'command', 'back', 'price'] as const
export const EDITION_STATES = ['draft', 'published'] as const
/** The most editions, and texts without a translation, that are listed. */
export const LISTED_EDITIONS = 50
export const LISTED_TEXTS = 500
/** The most characters of a catalogue's files, and bytes of a request that uploads some. */
export const UPLOAD_CHARACTERS = 20_000_000

const part = z.string().min(1).max(UPLOAD_CHARACTERS)
export const uploadCatalogueSchema = z
  .object({
    note: textSchema.max(LONGEST_EDITION_NOTE).describe('What it is, for colleagues'),
    files: z
      .partialRecord(z.enum(CATALOGUE_PARTS), part)
      .refine((files) => Object.keys(files).length > 0, 'at least one file expected')
      .describe('The text of each file; files that are left out stay as they are'),
  })
  .meta({ id: 'UploadCatalogue', example: { note: 'Prices of March', files: { rules: '[]' } } })
export const editionIdSchema = z.object({ id: personalIdSchema }).meta({ id: 'EditionId' })

export const editionSchema = z
  .object({
    id: personalIdSchema,
    state: z.enum(EDITION_STATES),
    origin: z.enum(EDITION_ORIGINS),
    note: z.string(),
    createdAt: instantSchema,
    createdBy: z.string().nullable().describe('Name; null: created by the command'),
    publishedAt: instantSchema.nullable(),
    isInForce: z.boolean(),
  })
  .meta({ id: 'CatalogueEdition' })
export type Edition = z.infer<typeof editionSchema>

export const catalogueOverviewSchema = z
  .object({
    version: z.int().describe('Increases with every change; a publication names the version that was read'),
    editions: z.array(editionSchema).describe('Newest first, at most 50'),
  })
  .meta({ id: 'CatalogueOverview' })

/** Changes per page of a preview. */
export const CHANGES_PER_PAGE = 200
export const previewQuerySchema = z.object({
  part: z.enum(CATALOGUE_PARTS).optional().describe('The changes of one file; absent: of all'),
  after: z.coerce
    .number()
    .pipe(z.int().min(0).max(10_000_000))
    .optional()
    .describe('How many changes were already read: `next` of the previous page'),
})
export type PreviewQuery = z.infer<typeof previewQuerySchema>

export const editionPreviewSchema = editionSchema
  .extend({
    version: z.int().describe('Version of the catalogue in force that it is compared with'),
    isCompared: z.boolean().describe('False: no earlier edition is known, so everything counts as new'),
    counts: z.array(
      z.object({
        part: z.enum(CATALOGUE_PARTS),
        added: z.int(),
        changed: z.int(),
        withdrawn: z.int(),
        entries: z.int().describe('In this edition'),
      }),
    ),
    changes: z
      .array(
        z.object({
          part: z.enum(CATALOGUE_PARTS),
          key: z.string().describe('Code or id'),
          name: z.string(),
          change: z.enum(['added', 'changed', 'withdrawn']),
          fields: z.array(
            z.object({
              field: z.string(),
              before: z.string().nullable(),
              after: z.string().nullable().describe('A common beginning or end may be shortened to `…`'),
            }),
          ),
        }),
      )
      .describe(`A page of at most ${CHANGES_PER_PAGE}`),
    // The previous release sends neither.
    stopCount: z.int().optional().describe('How many tests, profiles, places and laboratories would stop'),
    stops: z
      .array(z.object({ part: z.enum(OFFERED_PARTS), name: z.string() }))
      .optional()
      .describe(`The first ${LISTED_STOPS} of them`),
    isOfPrices: z.boolean().describe('Only prices change, so they can take effect on a later day'),
    // The previous release sends only the first changes.
    next: z.int().nullable().optional().describe('Where the next page begins; null: there is none'),
  })
  .meta({ id: 'EditionPreview' })
export type EditionPreview = z.infer<typeof editionPreviewSchema>

export const publishEditionSchema = z
  .object({ version: z.int().min(0).describe('Version of the catalogue in force that was read') })
  .meta({ id: 'PublishEdition', example: { version: 1 } })
export const publishedEditionSchema = z
  .object({ version: z.int(), isChanged: z.boolean() })
  .meta({ id: 'PublishedEdition' })

export const missingTextsSchema = z
  .array(
    z.object({
      text: z.string().describe('The English text of the entries'),
      part: z.enum(CATALOGUE_PARTS),
      key: z.string().describe('Code or id of the first entry with this text'),
      count: z.int().describe('How many entries have this text'),
      missing: z.array(localeSchema).describe('The languages without a translation'),
      offer: z
        .object({ kind: offerKindSchema, id: catalogueIdSchema })
        .nullable()
        .optional()
        .describe('That entry, if it is an analysis or a profile'),
    }),
  )
  .meta({ id: 'MissingTexts' })
