import { CALL_OUTCOMES } from '@shop/domain/laboratory-desk'
import { COMPARATORS, INTERPRETATIONS, RESULT_STATUSES } from '@shop/domain/results'
import { isNotNull, sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgColumn,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import type { Localised } from '../catalogue/localised.ts'
import { ofOrder } from '../is-of-order.ts'
import { orderLines } from '../orders/tables.ts'
import { instant, laboratorySchema, ownerId } from '../schema.ts'
import { staffAccounts } from '../staff/tables.ts'

// Descending indexes are `nulls first`, as `order by … desc` is: otherwise the query could not use them.

/** The results of one order; made when the laboratory first says anything about it. */
export const testResults = laboratorySchema.table(
  'test_result',
  {
    id: uuid().notNull(),
    orderId: uuid('order_id').notNull(),
    /** As the order's: a reader's list is found without the orders. Null once the account is erased. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    ownerId: ownerId(),
    /** The earliest collection; until one is reported, the visit. */
    sampledAt: instant('sampled_at').notNull(),
    /** Every analysis is reported or cancelled. */
    complete: boolean().notNull().default(false),
    /** The time of the last mail about it, sent or still to be sent. */
    announcedAt: instant('notice_at'),
    /** When its reader was notified that its retention will end. */
    removalToldAt: instant('removal_told_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    ofOrder('test_result_order', table),
    uniqueIndex('test_result_of_order').on(table.orderId, table.ownerId),
    // For the retention sweep.
    index('test_result_sampled').on(table.sampledAt),
    index('test_result_user').on(
      table.userId,
      table.sampledAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
)
export type TestResultRow = typeof testResults.$inferSelect

type CriticalColumns = Record<'hasCritical' | 'criticalSince' | 'criticalSettledAt' | 'changedAt', PgColumn>
/** When the newest critical values of an analysis arrived. */
export const criticalNoticedAt = ({ criticalSince, changedAt }: CriticalColumns) =>
  sql`coalesce(${criticalSince}, ${changedAt})`
/** Whether someone must still be told of them. */
export const isCriticalOpen = (table: CriticalColumns) =>
  sql<boolean>`(${table.criticalSettledAt} is null or ${criticalNoticedAt(table)} > ${table.criticalSettledAt})`

/**
 * Since when someone must be told; null: no one must. As one expression: a statement with it can be run along the index
 * of it alone, not along that of all critical values there ever were.
 */
export const criticalOpenSince = (table: CriticalColumns) =>
  sql`(case when ${table.hasCritical} and ${isCriticalOpen(table)} then ${criticalNoticedAt(table)} end)`

/** One analysis of one patient: what was ordered and, once reported, the head of its report. */
export const analysisResults = laboratorySchema.table(
  'analysis_result',
  {
    id: uuid().notNull(),
    testResultId: uuid('test_result_id').notNull(),
    /** With `linePosition`, the line of the order, which holds name and code. */
    orderId: uuid('order_id').notNull(),
    ownerId: ownerId(),
    linePosition: integer('line_position').notNull(),
    patientId: uuid('patient_id').notNull(),
    analysisId: integer('analysis_id').notNull(),
    /** Null: nothing readable yet. */
    status: text({ enum: RESULT_STATUSES }),
    /** The laboratory has started: a report `registered`. */
    startedAt: instant('started_at'),
    specimenIdentifier: text('specimen_identifier'),
    /** In the laboratory's words. */
    specimen: text(),
    collectedAt: instant('collected_at'),
    /** The time of collection, or the time that the report applies to. */
    sampledAt: instant('sampled_at').notNull(),
    /** As the test result's, for the list of one patient's results. */
    resultSampledAt: instant('result_sampled_at').notNull(),
    reportedAt: instant('reported_at'),
    sealedComment: text('sealed_comment'),
    /** In the clear, from release 0.1.0, until a sweep has sealed it. */
    clearComment: text('comment'),
    valueCount: integer('value_count').notNull().default(0),
    outsideCount: integer('outside_count').notNull().default(0),
    /** Values judged by a range or a word. Null: stored by a release that did not count them; a sweep does. */
    judgedCount: integer('judged_count'),
    hasCritical: boolean('has_critical').notNull().default(false),
    /** When new critical values arrived; null: never, or stored by a release that did not record it. */
    criticalSince: instant('critical_since'),
    /** When someone was told of them, or no one had to be; for later ones someone must be told again. */
    criticalSettledAt: instant('critical_settled_at'),
    /** Since when it waits for a doctor: readers see only that it is awaited. */
    heldSince: instant('held_since'),
    releasedAt: instant('released_at'),
    releasedBy: uuid('released_by').references(() => staffAccounts.id),
    /** When what a reader sees last changed; later than `readAt`: unread. */
    changedAt: instant('changed_at').notNull(),
    readAt: instant('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    foreignKey({
      name: 'analysis_result_test_result_owner',
      columns: [table.testResultId, table.ownerId],
      foreignColumns: [testResults.id, testResults.ownerId],
    }).onUpdate('cascade'),
    foreignKey({
      name: 'analysis_result_order_line',
      columns: [table.orderId, table.linePosition, table.ownerId],
      foreignColumns: [orderLines.orderId, orderLines.position, orderLines.ownerId],
    }).onUpdate('cascade'),
    uniqueIndex('analysis_result_line_owner').on(table.orderId, table.linePosition, table.ownerId),
    index('analysis_result_critical').on(criticalNoticedAt(table)).where(sql`${table.hasCritical}`),
    index('analysis_result_critical_open')
      .on(criticalOpenSince(table))
      .where(sql`${criticalOpenSince(table)} is not null`),
    index('analysis_result_not_judged')
      .on(table.id)
      .where(sql`${table.judgedCount} is null and ${table.valueCount} > 0`),
    index('analysis_result_held').on(table.heldSince).where(isNotNull(table.heldSince)),
    index('analysis_result_released_by').on(table.releasedBy).where(isNotNull(table.releasedBy)),
    index('analysis_result_test_result').on(table.testResultId, table.linePosition),
    index('analysis_result_patient').on(
      table.patientId,
      table.analysisId,
      table.sampledAt.desc().nullsFirst(),
    ),
    index('analysis_result_of_patient').on(
      table.patientId,
      table.resultSampledAt.desc().nullsFirst(),
      table.testResultId.desc().nullsFirst(),
    ),
  ],
)
export type StoredAnalysisResult = typeof analysisResults.$inferSelect
export type AnalysisResultRow = Omit<
  StoredAnalysisResult,
  'sealedComment' | 'clearComment' | 'heldSince' | 'releasedBy'
> & {
  comment: string | null
}

/** A row of an analysis result has the result's owner, and changes owner with it. */
const ofAnalysis = (name: string, table: Record<'analysisResultId' | 'ownerId', PgColumn>) =>
  foreignKey({
    name,
    columns: [table.analysisResultId, table.ownerId],
    foreignColumns: [analysisResults.id, analysisResults.ownerId],
  }).onUpdate('cascade')

/** Who was called about critical values, when and by whom, and the reply. Never changed afterwards. */
export const criticalCalls = laboratorySchema.table(
  'critical_call',
  {
    id: uuid().notNull(),
    analysisResultId: uuid('analysis_result_id').notNull(),
    ownerId: ownerId(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staffAccounts.id),
    at: instant('at').notNull(),
    outcome: text({ enum: CALL_OUTCOMES }).notNull(),
    /** Who was called, and the reply, as JSON. */
    sealedWords: text('sealed_words').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    ofAnalysis('critical_call_analysis', table),
    index('critical_call_result').on(table.analysisResultId, table.at),
    index('critical_call_staff').on(table.staffId),
  ],
)

/** A value: a number in `unit` (UCUM), or words. These never change: a correction supersedes the row by another. */
export const observations = laboratorySchema.table(
  'observation',
  {
    id: uuid().notNull(),
    analysisResultId: uuid('analysis_result_id').notNull(),
    ownerId: ownerId(),
    /** As the analysis result's, for the course of a value over years. */
    patientId: uuid('patient_id').notNull(),
    /** Position of the component in the analysis, in the catalogue's order. */
    position: integer().notNull(),
    /** What is measured: the LOINC code, otherwise the analysis' code and the component's position. */
    measure: text().notNull(),
    name: jsonb().$type<Localised>().notNull(),
    loinc: text(),
    /**
     * What was found and how it is judged (`SealedValue`). Null: in the clear, from release 0.1.0, in the
     * columns of `SealedValue`.
     */
    sealedValue: text('sealed_value'),
    number: doublePrecision(),
    comparator: text({ enum: COMPARATORS }),
    decimals: integer().notNull(),
    unit: text(),
    words: text(),
    /** HL7's code for why there is no value. */
    absentReason: text('absent_reason'),
    low: doublePrecision(),
    high: doublePrecision(),
    rangeWords: jsonb('range_words').$type<Localised>(),
    interpretation: text({ enum: INTERPRETATIONS }),
    method: text(),
    comment: text(),
    status: text({ enum: RESULT_STATUSES }).notNull(),
    sampledAt: instant('sampled_at').notNull(),
    reportedAt: instant('reported_at').notNull(),
    /** Null: current. */
    supersededAt: instant('superseded_at'),
    /**
     * It arrived while its report waited for release and was not released: no one outside the laboratory has seen it.
     */
    isWithheld: boolean('is_withheld').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    ofAnalysis('observation_analysis', table),
    index('observation_report').on(table.analysisResultId, table.position),
    index('observation_of_measure')
      .on(table.patientId, table.measure, table.sampledAt)
      .where(sql`${table.supersededAt} is null`),
  ],
)
export type StoredObservation = typeof observations.$inferSelect
export type ObservationRow = Omit<StoredObservation, 'sealedValue'> & {
  /** Sealed with the range: its only limit belongs to it. */
  includesLimit?: boolean
}

/** The analysis of a report's identifier: of two concurrent bundles that give it to two, this key lets one through. */
export const reportIdentifiers = laboratorySchema.table(
  'report_identifier',
  {
    /** `laboratory|system|value` */
    identifier: text().notNull(),
    analysisResultId: uuid('analysis_result_id').notNull(),
    ownerId: ownerId(),
  },
  (table) => [
    primaryKey({ columns: [table.identifier, table.ownerId] }),
    ofAnalysis('report_identifier_analysis', table),
    index('report_identifier_result').on(table.analysisResultId),
  ],
)

/** Every content received under an identifier, so that a repetition is recognised and nothing replaced is lost. */
export const receivedReports = laboratorySchema.table(
  'received_report',
  {
    /** `laboratory|system|value` */
    identifier: text().notNull(),
    /** A keyed digest of what was received; in rows of earlier releases, its SHA-256. */
    contentHash: text('content_hash').notNull(),
    analysisResultId: uuid('analysis_result_id').notNull(),
    ownerId: ownerId(),
    status: text().notNull(),
    issuedAt: instant('issued_at'),
    receivedAt: instant('received_at').notNull(),
    /** The report and its observations as received, as JSON. */
    sealedContent: text('sealed_content'),
    /** In the clear, from release 0.1.0, until a sweep has sealed it. */
    clearContent: jsonb('content'),
  },
  (table) => [
    ofAnalysis('received_report_analysis', table),
    primaryKey({ columns: [table.identifier, table.contentHash, table.ownerId] }),
    index('received_report_result').on(table.analysisResultId, table.receivedAt),
  ],
)

/** A link through which someone without an account, a doctor, reads a patient's results of one order. */
export const resultShares = laboratorySchema.table(
  'result_share',
  {
    id: uuid().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    testResultId: uuid('test_result_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** Hashed with the token, which is not stored, so that six digits cannot be guessed from the table. */
    pinHash: text('pin_hash').notNull(),
    /**
     * Of the same PIN, for holders of the results on paper: hashed with the share's id, since there is no token on
     * paper. Null: a health link, or a share from before it was stored.
     */
    paperPinHash: text('paper_pin_hash'),
    wrongPins: integer('wrong_pins').notNull().default(0),
    /** Of a SMART Health Link: gives, with the token (not stored), the key of its files. Null: a link to a page. */
    healthLinkSalt: text('health_link_salt'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.userId] }),
    foreignKey({
      name: 'result_share_test_result',
      columns: [table.testResultId, table.userId],
      foreignColumns: [testResults.id, testResults.ownerId],
    }),
    uniqueIndex('result_share_token_owner').on(table.tokenHash, table.userId),
    index('result_share_result').on(table.testResultId, table.patientId),
    index('result_share_user').on(table.userId),
    index('result_share_expiry').on(table.expiresAt),
    index('result_share_revoked').on(table.revokedAt).where(isNotNull(table.revokedAt)),
  ],
)

/** Each try to open a share. */
export const resultShareViews = laboratorySchema.table(
  'result_share_view',
  {
    id: uuid().notNull(),
    shareId: uuid('share_id').notNull(),
    ownerId: ownerId(),
    at: instant('at').notNull(),
    pinWasRight: boolean('pin_was_right').notNull(),
    /** Of the key that opens it without the PIN for a while. */
    accessKeyHash: text('access_key_hash'),
    accessExpiresAt: instant('access_expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    foreignKey({
      name: 'result_share_view_of_share',
      columns: [table.shareId, table.ownerId],
      foreignColumns: [resultShares.id, resultShares.userId],
    }).onDelete('cascade'),
    index('result_share_view_share').on(table.shareId, table.at.desc().nullsFirst()),
  ],
)

/** Papers that were handed out: a printed code leads back to their content. */
export const reportPapers = laboratorySchema.table(
  'report_document',
  {
    id: uuid().notNull(),
    /** 28 characters (16 in earlier reports) without those that look alike; printed in groups of four. */
    code: text().notNull(),
    testResultId: uuid('test_result_id').notNull(),
    ownerId: ownerId(),
    patientId: uuid('patient_id').notNull(),
    /** SHA-256 of the stated values, hex: the same statement has one code. */
    contentHash: text('content_hash').notNull(),
    issuedAt: instant('issued_at').notNull(),
    /** After this the code no longer works; the same statement then gets another code. */
    expiresAt: instant('expires_at').notNull().default(sql`now() + interval '180 days'`),
    /** Tries with a wrong PIN: too many of them end the code. */
    wrongPins: integer('wrong_pins').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.ownerId] }),
    foreignKey({
      name: 'report_document_test_result',
      columns: [table.testResultId, table.ownerId],
      foreignColumns: [testResults.id, testResults.ownerId],
    }).onUpdate('cascade'),
    uniqueIndex('report_document_code_owner').on(table.code, table.ownerId),
    index('report_document_expiry').on(table.expiresAt),
    uniqueIndex('report_document_statement').on(
      table.testResultId,
      table.patientId,
      table.contentHash,
      table.ownerId,
    ),
  ],
)
