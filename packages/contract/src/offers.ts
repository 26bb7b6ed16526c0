import { VISIT_KINDS } from '@shop/domain/laboratory'
import { OFFER_KINDS, type OfferKind } from '@shop/domain/offer-kind'
import { z } from 'zod'
import {
  askedDateSchema,
  catalogueIdSchema,
  currencySchema,
  dateSchema,
  instantSchema,
  wireMoneySchema,
} from './fields.ts'

export const offerKindSchema = z.enum(OFFER_KINDS)

/** An analysis, unless an address or a form names another kind. */
export const offerKindOf = (text: string | undefined): OfferKind =>
  OFFER_KINDS.find((known) => known === text) ?? 'analysis'
/** The most prices changed in one request; a whole price list is changed by an edition of the catalogue. */
const PRICES_AT_ONCE = 200

const versionSchema = z.int().min(1).describe('The version that was read')
const amountSchema = wireMoneySchema.shape.price.refine((price) => price > 0, 'more than zero')

export const namedOfferSchema = z
  .object({ kind: offerKindSchema, id: catalogueIdSchema, code: z.string(), name: z.string() })
  .meta({ id: 'NamedOffer' })
export type NamedOffer = z.infer<typeof namedOfferSchema>

export const comingPriceSchema = z
  .object({
    id: catalogueIdSchema,
    analysisId: catalogueIdSchema,
    code: z.string(),
    name: z.string(),
    priceListId: catalogueIdSchema,
    fromDay: dateSchema.describe('The first day on which it is charged, in the business zone'),
    price: wireMoneySchema,
    priceNow: wireMoneySchema
      .nullable()
      .describe('null: no longer in this list, so the coming price does not take effect'),
    version: z.int(),
    changedAt: instantSchema,
    changedBy: z.string().nullable().describe('Name'),
  })
  .meta({ id: 'ComingPrice' })
export type WireComingPrice = z.infer<typeof comingPriceSchema>

export const planPricesSchema = z
  .object({
    priceListId: catalogueIdSchema,
    fromDay: askedDateSchema.describe('Tomorrow at the earliest, two years ahead at most'),
    prices: z
      .array(z.object({ analysisId: catalogueIdSchema, price: amountSchema }))
      .min(1)
      .max(PRICES_AT_ONCE)
      .refine((list) => new Set(list.map(({ analysisId }) => analysisId)).size === list.length, 'each once'),
  })
  .meta({
    id: 'PlanPrices',
    example: { priceListId: 1, fromDay: '2040-03-01', prices: [{ analysisId: 1, price: 18.5 }] },
  })
export type PlanPrices = z.infer<typeof planPricesSchema>

export const changeComingPriceSchema = z
  .object({ fromDay: askedDateSchema, price: amountSchema, version: versionSchema })
  .meta({ id: 'ChangeComingPrice', example: { fromDay: '2040-03-01', price: 18.5, version: 1 } })
export const removeComingPriceSchema = z
  .object({ version: versionSchema })
  .meta({ id: 'RemoveComingPrice', example: { version: 1 } })

export const planEditionSchema = z
  .object({
    version: z.int().min(0).describe('Version of the catalogue in force that the preview was compared with'),
    fromDay: askedDateSchema,
  })
  .meta({ id: 'PlanEdition', example: { version: 1, fromDay: '2040-03-01' } })
export const plannedPricesSchema = z
  .object({ count: z.int().describe('How many prices take effect on that day') })
  .meta({ id: 'PlannedPrices' })

const withheldSchema = z.object({ since: instantSchema, by: z.string().nullable().describe('Name') })
export const offerSchema = namedOfferSchema
  .extend({
    analyses: z
      .array(
        z.object({
          id: catalogueIdSchema,
          code: z.string(),
          name: z.string(),
          prices: z.array(z.object({ priceListId: catalogueIdSchema, price: wireMoneySchema })),
        }),
      )
      .describe('The analysis itself, or the analyses of the profile'),
    priceLists: z.array(
      z.object({
        id: catalogueIdSchema,
        currency: currencySchema,
        laboratories: z.int().describe('How many open laboratories charge by it'),
      }),
    ),
    coming: z.array(comingPriceSchema),
    laboratories: z
      .array(
        z.object({
          id: catalogueIdSchema,
          city: z.string(),
          address: z.string(),
          visitKind: z.enum(VISIT_KINDS).optional(),
          isOffered: z.boolean().describe('Offered in the shop now'),
          withheld: withheldSchema.nullable().describe('Switched off at the desk'),
          mayChange: z.boolean(),
        }),
      )
      .describe('Open laboratories whose assortment has it'),
  })
  .meta({ id: 'Offer' })
export type Offer = z.infer<typeof offerSchema>

const withheldOfferSchema = namedOfferSchema
  .extend({
    laboratoryId: catalogueIdSchema,
    city: z.string(),
    address: z.string(),
    visitKind: z.enum(VISIT_KINDS).optional(),
  })
  .extend(withheldSchema.shape)
  .meta({ id: 'WithheldOffer' })
export const offersOverviewSchema = z
  .object({
    coming: z.array(comingPriceSchema).describe('The earliest first, at most 500'),
    comingCount: z.int(),
    withheld: z.array(withheldOfferSchema).describe('The latest first, at most 500'),
    withheldCount: z.int(),
  })
  .meta({ id: 'OffersOverview' })
export type OffersOverview = z.infer<typeof offersOverviewSchema>

export const switchOfferSchema = z
  .object({ isOffered: z.boolean() })
  .meta({ id: 'SwitchOffer', example: { isOffered: false } })
export const switchedOfferSchema = z
  .object({ isOffered: z.boolean(), isChanged: z.boolean().describe('False: it was already in this state') })
  .meta({ id: 'SwitchedOffer' })
