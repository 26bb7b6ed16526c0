import { EDITION_ORIGINS } from '@shop/contract/editions'
import type { BloodTube } from '@shop/domain/blood-draw'
import type { MaterialCharge, MaterialKind } from '@shop/domain/cart'
import type { Gender } from '@shop/domain/gender'
import type { LaboratoryService } from '@shop/domain/laboratory'
import type { OpeningHours } from '@shop/domain/laboratory-calendar'
import type { Locale } from '@shop/domain/locale'
import type { Currency, ORDER_CURRENCY } from '@shop/domain/money'
import { TUBE_ADDITIVES } from '@shop/domain/order-of-draw'
import type { ValueType } from '@shop/domain/results'
import type { RuleType } from '@shop/domain/rules'
import type { VisitQuestion } from '@shop/domain/visit-questions'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { laboratorySchema } from '../schema.ts'
import type { InEveryLanguage } from './localised.ts'

/** A value that an analysis measures, in English and Russian, as its file states it. */
export interface StoredComponent {
  name: string
  nameRu: string
  loinc: string | null
  ucumUnit: string | null
  valueType: ValueType
  decimals: number
  referenceRanges: {
    sex?: Gender | undefined
    ageFromYears?: number | undefined
    ageToYears?: number | undefined
    low?: number | undefined
    high?: number | undefined
    text?: string | undefined
    textRu?: string | undefined
  }[]
}

/** For how long a test is usually not repeated, and the source. */
export interface RetestInterval {
  days: number
  source: string
}

/** What the laboratory must know about the patient to read a value, and the source. */
export interface AskedQuestion {
  question: VisitQuestion
  source: string
}

/** How long a test with several samples takes, and the source. */
export interface TestDuration {
  minutes: number
  source: string
}

/** What a tube holds and how many tests share it, with the source. */
export interface StoredTube extends BloodTube {
  source: string
}

/**
 * How an entry is kept across imports: its fingerprint shows whether it changed, and entries no longer in the
 * files stay, since orders name them.
 */
const kept = {
  contentHash: text('content_hash').notNull(),
  withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
}
const created = timestamp('created_at', { withTimezone: true }).notNull()
const updated = timestamp('updated_at', { withTimezone: true }).notNull()

/** One row: the catalogue in force. The version grows with every import that changes something. */
export const catalogueVersions = laboratorySchema.table(
  'catalogue_version',
  {
    id: integer().primaryKey().default(1),
    version: integer().notNull(),
    /** Over the fingerprints of all entries, so that equal catalogues in two databases have the same hash. */
    contentHash: text('content_hash').notNull(),
    importedAt: timestamp('imported_at', { withTimezone: true }).notNull(),
  },
  (table) => [check('catalogue_version_is_one_row', sql`${table.id} = 1`)],
)

export const priceLists = laboratorySchema.table('price_list', {
  id: integer().primaryKey(),
  name: text().notNull(),
  currency: text().$type<Currency>().notNull(),
  ...kept,
})

/** What a kind of laboratory offers, and by which price list. */
export const assortments = laboratorySchema.table('assortment', {
  id: integer().primaryKey(),
  name: text().notNull(),
  priceListId: integer('price_list_id')
    .notNull()
    .references(() => priceLists.id),
  /** Only tests that can be taken at home. */
  isHomeCallOnly: boolean('is_home_call_only').notNull(),
  ...kept,
})

export const categories = laboratorySchema.table('category', {
  id: integer().primaryKey(),
  name: text().notNull(),
  nameRu: text('name_ru').notNull(),
  slug: text().notNull(),
  parentId: integer('parent_id'),
  isHidden: boolean('is_hidden').notNull(),
  ...kept,
})

/** Sampling services and containers. */
export const materials = laboratorySchema.table('material', {
  id: integer().primaryKey(),
  name: text().notNull(),
  nameRu: text('name_ru').notNull(),
  kind: text().$type<MaterialKind>().notNull(),
  /** For a blood tube: determines the order of draw. Null: not a blood tube, or unknown. */
  additive: text({ enum: TUBE_ADDITIVES }),
  /** Minor units by currency; never queried. */
  prices: jsonb().$type<Partial<Record<Currency, number>>>().notNull(),
  isOptional: boolean('is_optional').notNull(),
  charge: text().$type<MaterialCharge>().notNull(),
  /** For tubes; null: no source gives it. */
  blood: jsonb().$type<StoredTube>(),
  ...kept,
})

/**
 * The id belongs to the code permanently: it survives withdrawal and return. Lists of ids are written as a whole
 * by the import, which checks them.
 */
export const analyses = laboratorySchema.table('analysis', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  code: text().notNull().unique(),
  name: text().notNull(),
  nameRu: text('name_ru').notNull(),
  synonyms: text().array().notNull(),
  synonymsRu: text('synonyms_ru').array().notNull(),
  /** In the languages that are not English or Russian. */
  otherSynonyms: jsonb('other_synonyms').$type<Partial<Record<Locale, string[]>>>().notNull().default({}),
  description: text().notNull(),
  descriptionRu: text('description_ru').notNull(),
  loinc: text(),
  specimen: text().notNull(),
  specimenRu: text('specimen_ru').notNull(),
  materialId: integer('material_id')
    .notNull()
    .references(() => materials.id),
  samplingServiceIds: integer('sampling_service_ids').array().notNull(),
  /** The tube group, where the specimen does not determine it. */
  tubeGroup: text('tube_group'),
  execPeriodDays: integer('exec_period_days').notNull(),
  /** How long a value usually stays informative, and the source; null: no source says. */
  retest: jsonb().$type<RetestInterval>(),
  /** From the first sample to the last; null: there is only one. */
  lasts: jsonb().$type<TestDuration>(),
  /** What the patient is asked before the visit. */
  asks: jsonb().$type<AskedQuestion[]>().notNull().default([]),
  categoryIds: integer('category_ids').array().notNull(),
  fastingHours: integer('fasting_hours').notNull(),
  preparationNotes: text('preparation_notes').array().notNull(),
  preparationNotesRu: text('preparation_notes_ru').array().notNull(),
  isHomeCallPossible: boolean('is_home_call_possible').notNull(),
  components: jsonb().$type<StoredComponent[]>().notNull(),
  createdAt: created,
  updatedAt: updated,
  ...kept,
})

export const prices = laboratorySchema.table(
  'price',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    analysisId: integer('analysis_id')
      .notNull()
      .references(() => analyses.id),
    priceListId: integer('price_list_id')
      .notNull()
      .references(() => priceLists.id),
    /** Minor units of the list's currency */
    amount: integer().notNull(),
    createdAt: created,
    updatedAt: updated,
  },
  (table) => [
    unique('price_analysis_list').on(table.analysisId, table.priceListId),
    check('price_is_positive', sql`${table.amount} > 0`),
  ],
)

/** A price that begins on a later day: then it is moved to the price list, and this row is deleted. */
export const comingPrices = laboratorySchema.table(
  'coming_price',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    analysisId: integer('analysis_id')
      .notNull()
      .references(() => analyses.id),
    priceListId: integer('price_list_id')
      .notNull()
      .references(() => priceLists.id),
    /** In the business zone. */
    fromDay: date('from_day').notNull(),
    /** Minor units of the list's currency */
    amount: integer().notNull(),
    version: integer().notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    /** The member of staff. No foreign key: the catalogue does not refer to people. */
    changedBy: uuid('changed_by').notNull(),
  },
  (table) => [
    unique('coming_price_once').on(table.analysisId, table.priceListId, table.fromDay),
    index('coming_price_day').on(table.fromDay),
    check('coming_price_is_positive', sql`${table.amount} > 0`),
  ],
)

export const profiles = laboratorySchema.table('profile', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  code: text().notNull().unique(),
  name: text().notNull(),
  nameEn: text('name_en').notNull(),
  description: text().notNull(),
  descriptionRu: text('description_ru').notNull(),
  analysisIds: integer('analysis_ids').array().notNull(),
  categoryIds: integer('category_ids').array().notNull(),
  createdAt: created,
  updatedAt: updated,
  ...kept,
})

/** A text by its English, in the languages that the entries themselves do not have; empty: not in this one. */
export const translations = laboratorySchema.table('translation', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  en: text().notNull().unique(),
  pl: text().notNull(),
  be: text().notNull(),
  ...kept,
})

/** Reasons why people come, in their words, and what laboratories offer for them. */
export const reasons = laboratorySchema.table('reason', {
  id: integer().primaryKey(),
  slug: text().notNull(),
  names: jsonb().$type<InEveryLanguage>().notNull(),
  words: jsonb().$type<InEveryLanguage<string[]>>().notNull(),
  profileCodes: text('profile_codes').array().notNull(),
  analysisCodes: text('analysis_codes').array().notNull(),
  note: jsonb().$type<InEveryLanguage>().notNull(),
  neverFirstCodes: text('never_first_codes').array().notNull(),
  ...kept,
})

/** Words that people use for an entry, besides the files' own: added at the desk, kept by every import. */
export const addedSynonyms = laboratorySchema.table(
  'added_synonym',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    locale: text().$type<Locale>().notNull(),
    words: text().notNull(),
    // Exactly one of these is set.
    analysisId: integer('analysis_id').references(() => analyses.id),
    profileId: integer('profile_id').references(() => profiles.id),
    reasonId: integer('reason_id').references(() => reasons.id),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('added_synonym_once')
      .on(table.words, table.locale, table.analysisId, table.profileId, table.reasonId)
      .nullsNotDistinct(),
    check(
      'added_synonym_of_one',
      sql`num_nonnulls(${table.analysisId}, ${table.profileId}, ${table.reasonId}) = 1`,
    ),
    index('added_synonym_analysis').on(table.analysisId),
    index('added_synonym_profile').on(table.profileId),
    index('added_synonym_reason').on(table.reasonId),
  ],
)

export const rules = laboratorySchema.table(
  'rule',
  {
    id: integer().primaryKey(),
    type: text().$type<RuleType>().notNull(),
    analysisId: integer('analysis_id')
      .notNull()
      .references(() => analyses.id),
    sex: text().$type<Gender>(),
    minAgeYears: integer('min_age_years'),
    maxAgeYears: integer('max_age_years'),
    relatedAnalysisIds: integer('related_analysis_ids').array(),
    message: text().notNull(),
    messageRu: text('message_ru').notNull(),
    ...kept,
  },
  (table) => [index('rule_analysis').on(table.analysisId)],
)

/** Where samples are taken: branches, and services that come home. Ids are those of the catalogue's files. */
export const laboratories = laboratorySchema.table('laboratory', {
  id: integer().primaryKey(),
  name: text().notNull(),
  nameEn: text('name_en').notNull(),
  city: text().notNull(),
  cityEn: text('city_en').notNull(),
  address: text().notNull(),
  addressEn: text('address_en').notNull(),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  email: text(),
  aboutLink: text('about_link'),
  isCallable: boolean('is_callable').notNull(),
  isActive: boolean('is_active').notNull(),
  assortmentId: integer('assortment_id').notNull(),
  openingHours: jsonb('opening_hours').$type<OpeningHours>().notNull(),
  services: jsonb().$type<LaboratoryService[]>().notNull().default([]),
  contentHash: text('content_hash').notNull(),
  /** When it left the files; it is kept, since orders name it. */
  withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
})

/**
 * What one laboratory currently does not offer, although its assortment has it: switched off at the desk, and
 * kept by every import.
 */
export const withheldOffers = laboratorySchema.table(
  'withheld_offer',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    laboratoryId: integer('laboratory_id')
      .notNull()
      .references(() => laboratories.id),
    // Exactly one of these is set.
    analysisId: integer('analysis_id').references(() => analyses.id),
    profileId: integer('profile_id').references(() => profiles.id),
    since: timestamp({ withTimezone: true }).notNull(),
    /** The member of staff. No foreign key: the catalogue does not refer to people. */
    switchedBy: uuid('switched_by').notNull(),
  },
  (table) => [
    unique('withheld_offer_once')
      .on(table.laboratoryId, table.analysisId, table.profileId)
      .nullsNotDistinct(),
    check('withheld_offer_of_one', sql`num_nonnulls(${table.analysisId}, ${table.profileId}) = 1`),
    index('withheld_offer_analysis').on(table.analysisId),
    index('withheld_offer_profile').on(table.profileId),
  ],
)

/** Places a nurse travels to, with the price of the visit. Ids are those of the catalogue's files. */
export const callableRegions = laboratorySchema.table('callable_region', {
  id: integer().primaryKey(),
  name: text().notNull(),
  nameEn: text('name_en').notNull(),
  /** In the languages that are not English or Russian. */
  otherNames: jsonb('other_names').$type<Partial<Record<Locale, string>>>().notNull().default({}),
  /** Minor units */
  priceAmount: integer('price_amount').notNull(),
  priceCurrency: text('price_currency').$type<typeof ORDER_CURRENCY>().notNull(),
  isActive: boolean('is_active').notNull(),
  contentHash: text('content_hash').notNull(),
  withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
})

/** A whole catalogue as its files state it: the one in force, earlier ones, and drafts to be published. */
export const catalogueEditions = laboratorySchema.table(
  'catalogue_edition',
  {
    id: uuid().primaryKey(),
    origin: text({ enum: EDITION_ORIGINS }).notNull(),
    note: text().notNull(),
    /** The entries of all files, as JSON. */
    content: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The member of staff; null: not by the desk. No foreign key: the catalogue does not refer to people. */
    createdBy: uuid('created_by'),
    /** Null: a draft. The newest is in force. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** Orders publications, since their times may be equal. */
    publication: integer().unique(),
  },
  (table) => [index('catalogue_edition_time').on(table.createdAt)],
)
