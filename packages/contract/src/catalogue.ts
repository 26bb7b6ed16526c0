import { MATERIAL_CHARGES, MATERIAL_KINDS } from '@shop/domain/cart'
import { GENDERS } from '@shop/domain/gender'
import { VALUE_TYPES } from '@shop/domain/results'
import { RULE_TYPES } from '@shop/domain/rules'
import { z } from 'zod'
import { catalogueIdSchema, currencySchema } from './fields.ts'

export const wirePriceSchema = z
  .object({
    id: catalogueIdSchema,
    created: z.string(),
    updated: z.string(),
    price: z.number(),
    priceListId: catalogueIdSchema,
    currency: currencySchema,
  })
  .meta({ id: 'Price' })
export type WirePrice = z.infer<typeof wirePriceSchema>

export const categorySchema = z
  .object({
    id: catalogueIdSchema,
    name: z.string(),
    slug: z.string(),
    parentId: catalogueIdSchema.nullable(),
  })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof categorySchema>

/** What taking the sample needs: a sampling service (`kind` 'sampling service') or a container. */
export const wireMaterialSchema = z
  .object({
    materialId: catalogueIdSchema,
    isOptional: z.boolean().describe('The patient may bring it; each patient decides'),
    name: z.string(),
    kind: z.enum(MATERIAL_KINDS),
    charge: z.enum(MATERIAL_CHARGES),
    prices: z.array(z.object({ price: z.number(), currency: currencySchema })),
    blood: z
      .object({
        millilitres: z.number().nullable().describe('Of one tube; null: no source states it'),
        tubes: z.int().describe('More than one if several tubes form a set'),
        sharedBy: z
          .union([z.int(), z.literal('any')])
          .nullable()
          .describe('How many tests of one group share it; null: no source states that any do'),
        source: z.string(),
      })
      .optional()
      .describe('For a tube, if a source states it'),
  })
  .meta({ id: 'AnalysisMaterial' })
export type WireMaterial = z.infer<typeof wireMaterialSchema>

export const wireRuleSchema = z
  .object({
    id: catalogueIdSchema,
    type: z.enum(RULE_TYPES),
    sex: z.enum(GENDERS).optional(),
    minAgeYears: z.int().optional(),
    maxAgeYears: z.int().optional(),
    relatedAnalysisIds: z.array(catalogueIdSchema).optional(),
    message: z.string(),
  })
  .meta({ id: 'Rule' })
export type WireRule = z.infer<typeof wireRuleSchema>

const referenceRangeSchema = z
  .object({
    sex: z.enum(GENDERS).optional(),
    ageFromYears: z.number().optional(),
    ageToYears: z.number().optional(),
    low: z.number().optional(),
    high: z.number().optional(),
    text: z.string().optional(),
  })
  .meta({ id: 'ReferenceRange' })

export const componentSchema = z
  .object({
    name: z.string(),
    loinc: z.string().nullable(),
    ucumUnit: z.string().nullable(),
    valueType: z.enum(VALUE_TYPES),
    decimals: z.int(),
    referenceRanges: z.array(referenceRangeSchema),
  })
  .meta({ id: 'AnalysisComponent' })
export type AnalysisComponent = z.infer<typeof componentSchema>

/** An analysis in a list. Texts are in the language of `Accept-Language`. */
export const wireAnalysisSchema = z
  .object({
    id: catalogueIdSchema,
    code: z.string(),
    name: z.string(),
    description: z.string(),
    execPeriod: z.int().describe('Working days until the result'),
    retest: z
      .object({ days: z.int(), source: z.string() })
      .optional()
      .describe(
        'How long a value usually remains sufficient, and according to which source; absent: no source states it',
      ),
    prices: z.array(wirePriceSchema).describe("The laboratory's price list first"),
    catalogHeaders: z.array(z.object({ id: catalogueIdSchema, name: z.string() })),
    specimen: z.string(),
    preparation: z.object({ fastingHours: z.int(), notes: z.array(z.string()) }),
    materials: z.array(wireMaterialSchema),
    tubeGroup: z.string().optional().describe('Tests of one group share a tube; absent: no blood is drawn'),
    draws: z.int().optional().describe('How often blood is drawn for it; a load test draws again'),
    rules: z.array(wireRuleSchema),
    synonyms: z.array(z.string()),
    loinc: z.string().nullable(),
    homeCallPossible: z.boolean(),
  })
  .meta({ id: 'Analysis' })
export type WireAnalysis = z.infer<typeof wireAnalysisSchema>

/** One analysis, with what it measures. */
export const wireAnalysisDetailSchema = wireAnalysisSchema
  .extend({
    components: z.array(componentSchema),
    isOffered: z
      .boolean()
      .describe('Whether the requested laboratory offers it; without a laboratory: whether any does'),
  })
  .meta({ id: 'AnalysisDetail' })
export type WireAnalysisDetail = z.infer<typeof wireAnalysisDetailSchema>

export const wireProfileSchema = z
  .object({
    id: catalogueIdSchema,
    code: z.string(),
    name: z.string(),
    description: z.string(),
    created: z.string(),
    updated: z.string(),
    catalogHeaders: z.array(z.object({ id: catalogueIdSchema, name: z.string() })),
    isOffered: z
      .boolean()
      .describe(
        'Whether the requested laboratory offers all of its analyses; without a laboratory: whether any does',
      ),
    labServices: z.array(wireAnalysisSchema),
  })
  .meta({ id: 'Profile' })
export type WireProfile = z.infer<typeof wireProfileSchema>

/** A reason for tests, with the usual first step. Texts are in the language of `Accept-Language`, for all four. */
export const wireReasonSchema = z
  .object({
    id: catalogueIdSchema,
    slug: z.string(),
    name: z.string(),
    note: z.string().describe('Shown beside it: that it is not a diagnosis, and when to call a doctor'),
    labServiceIds: z
      .array(catalogueIdSchema)
      .describe('Analyses that the laboratory offers for it, in the order in which they are usually done'),
  })
  .meta({ id: 'Reason' })
export type WireReason = z.infer<typeof wireReasonSchema>

export const wireReasonAnswerSchema = z
  .object({
    reason: wireReasonSchema.nullable(),
    profileIds: z
      .array(catalogueIdSchema)
      .describe("The reason's profiles, then those named by the term; only those that the laboratory offers"),
    labServiceIds: z
      .array(catalogueIdSchema)
      .optional()
      .describe('The analyses of `labService/search`, in the same order; the previous release omits them'),
  })
  .meta({ id: 'ReasonAnswer' })
export type WireReasonAnswer = z.infer<typeof wireReasonAnswerSchema>
