import type { OpeningHours } from '@shop/domain/visit-slots'
import { boolean, doublePrecision, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core'
import { laboratorySchema } from '../schema.ts'

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
  contentHash: text('content_hash').notNull(),
  /** No longer in the files; kept, since orders name it. */
  withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
})

/** Places a nurse travels to, with the price of the visit. Ids are the ones of the catalogue's files. */
export const callableRegions = laboratorySchema.table('callable_region', {
  id: integer().primaryKey(),
  name: text().notNull(),
  nameEn: text('name_en').notNull(),
  /** Minor units */
  priceAmount: integer('price_amount').notNull(),
  priceCurrency: text('price_currency').$type<'BYN'>().notNull(),
  isActive: boolean('is_active').notNull(),
  contentHash: text('content_hash').notNull(),
  withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
})
