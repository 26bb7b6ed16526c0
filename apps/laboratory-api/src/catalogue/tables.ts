import { EDITION_ORIGINS } from '@shop/contract/editions'
import type { BloodTube } from '@shop/domain/blood-draw'
import type { Gender } from '@shop/domain/gender'
import type { LaboratoryService } from '@shop/domain/laboratory'
import type { Locale } from '@shop/domain/locale'
import type { Currency } from '@shop/domain/money'
import type { OpeningHours } from '@shop/domain/opening-hours'
import { TUBE_ADDITIVES } from '@shop/domain/order-of-draw'
import type { RuleType } from '@shop/domain/restrictions'
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

/** What an analysis measures, in both languages, as its file says it. */
export interface StoredComponent {
  name: string
  nameRu: string
  loinc: string | null
  ucumUnit: string | null
  valueType: 'numeric' | 'coded'
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

/** A test is usually not made again before. */
export interface RetestInterval {
  days: number
  source: string
}

/** What has to be known of somebody to read a value, and who says so. */
export interface AskedQuestion {
  question: VisitQuestion
  source: string
}

/** How long a test takes that samples several times. */
export interface TestDuration {
  minutes: number
  source: string
}

/** What a tube holds and who shares it, with who says so. */
export interface StoredTube extends BloodTube {
  source: string
}

/**
 * How an entry is kept over imports: its fingerprint tells whether it changed; what has left the files stays,
 * since orders name it.
 */
const kept = {
  contentHash: text('content_hash').notNull(),
  withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
}
const created = timestamp('created_at', { withTimezone: true }).notNull()
const updated = timestamp('updated_at', { withTimezone: true }).notNull()

/** One row: which catalogue is in force. Grows with every import that changed something. */
export const catalogueVersions = laboratorySchema.table(
  'catalogue_version',
  {
    id: integer().primaryKey().default(1),
    version: integer().notNull(),
    /** Over the fingerprints of all entries, so that two databases with equal catalogues say so. */
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
  /** Only what can be taken at home. */
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
  kind: text().$type<'sampling service' | 'tube' | 'container' | 'kit'>().notNull(),
  /** Of a blood tube: says when it is filled. Null: no tube, or nobody has said it. */
  additive: text({ enum: TUBE_ADDITIVES }),
  /** Minor units by currency; never queried. */
  prices: jsonb().$type<Partial<Record<Currency, number>>>().notNull(),
  isOptional: boolean('is_optional').notNull(),
  charge: text()
    .$type<'ONCE_PER_PATIENT_VISIT' | 'PER_ANALYSIS' | 'ONCE_PER_CONTAINER' | 'INCLUDED_IN_SERVICE'>()
    .notNull(),
  /** Of tubes; null: no source says anything of it. */
  blood: jsonb().$type<StoredTube>(),
  ...kept,
})

/**
 * The id belongs to the code for good: it survives withdrawal and return. Lists of ids are written whole by
 * the import, which checks them.
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
  /** Whose tube it shares, where its specimen does not say that. */
  tubeGroup: text('tube_group'),
  execPeriodDays: integer('exec_period_days').notNull(),
  /** How long a value usually says enough, and who says so; null: no source does. */
  retest: jsonb().$type<RetestInterval>(),
  /** From the first sample to the last; null: there is one. */
  lasts: jsonb().$type<TestDuration>(),
  /** What its person is asked before the visit. */
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

/** A price that begins on a day to come. It goes into the price list, and its row goes, when the day has begun. */
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
    /** Of the desk. No foreign key: the catalogue knows nobody. */
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

/** A text of the catalogue, as its English says it, in the languages that the entries themselves do not have; empty: not in this one. */
export const translations = laboratorySchema.table('translation', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  en: text().notNull().unique(),
  pl: text().notNull(),
  be: text().notNull(),
  ...kept,
})

/** What people are about, in their words, and what laboratories offer for it. */
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

/** What people call something beside the files' words: added at the desk, and kept by every import. */
export const addedSynonyms = laboratorySchema.table(
  'added_synonym',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    locale: text().$type<Locale>().notNull(),
    words: text().notNull(),
    // One of them.
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

/** Where samples are taken: branches, and services that come home. Ids are the ones of the catalogue's files. */
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
  /** No longer in the files; kept, since orders name it. */
  withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
})

/**
 * What one laboratory does not offer for now, although its assortment has it: switched off at the desk, and
 * kept by every import.
 */
export const withheldOffers = laboratorySchema.table(
  'withheld_offer',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    laboratoryId: integer('laboratory_id')
      .notNull()
      .references(() => laboratories.id),
    // One of them.
    analysisId: integer('analysis_id').references(() => analyses.id),
    profileId: integer('profile_id').references(() => profiles.id),
    since: timestamp({ withTimezone: true }).notNull(),
    /** Of the desk. No foreign key: the catalogue knows nobody. */
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

/** Places a nurse travels to, with the price of the visit. Ids are the ones of the catalogue's files. */
export const callableRegions = laboratorySchema.table('callable_region', {
  id: integer().primaryKey(),
  name: text().notNull(),
  nameEn: text('name_en').notNull(),
  /** In the languages that are not English or Russian. */
  otherNames: jsonb('other_names').$type<Partial<Record<Locale, string>>>().notNull().default({}),
  /** Minor units */
  priceAmount: integer('price_amount').notNull(),
  priceCurrency: text('price_currency').$type<'BYN'>().notNull(),
  isActive: boolean('is_active').notNull(),
  contentHash: text('content_hash').notNull(),
  withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
})

/** A whole catalogue as its files say it: what is in force, what was before, and what somebody is about to publish. */
export const catalogueEditions = laboratorySchema.table(
  'catalogue_edition',
  {
    id: uuid().primaryKey(),
    origin: text({ enum: EDITION_ORIGINS }).notNull(),
    note: text().notNull(),
    /** The entries of all files, as JSON. */
    content: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Of the desk; null: the command. No foreign key: the catalogue knows nobody. */
    createdBy: uuid('created_by'),
    /** Null: a draft. The newest is in force. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** Orders publications; their times may be equal. */
    publication: integer().unique(),
  },
  (table) => [index('catalogue_edition_time').on(table.createdAt)],
)
