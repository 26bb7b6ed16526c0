import type { Partner } from '@shop/contract/partner'
import type { WaitingResults } from '@shop/contract/staff'
import type { Database, Queries } from '@shop/database/open-database'
import type { StaffGrant } from '@shop/domain/staff'
import type { Logger } from 'pino'
import type { AccountOrders } from './accounts/account-orders.ts'
import type { AttemptLimits } from './accounts/attempt-limits.ts'
import type { PersonalData } from './accounts/personal-data.ts'
import type { LaboratoryApiSettings } from './api-settings.ts'
import type { CatalogueStore } from './catalogue/catalogue-store.ts'
import type { LegalDocuments } from './documents/legal-documents.ts'
import type { Sealing } from './encryption/sealing.ts'
import type { OrderKey } from './is-of-order.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { PayableOrders } from './payments/payable-orders.ts'
import type { PaymentProvider } from './payments/provider.ts'
import type { Typesetter } from './pdf/typesetter.ts'
import type { CalendarStore } from './visits/calendar-store.ts'

/** Everything that the areas of the main API work with. */
export interface ApiContext {
  database: Database
  settings: LaboratoryApiSettings
  logger: Logger
  jobs: Jobs
  /** The catalogue in memory: reading it needs no statement. */
  catalogue: CatalogueStore
  /** When laboratories can be visited. */
  calendar: CalendarStore
  /** The outbox. */
  mail: Mail
  /** Encrypts the most sensitive data, field by field. */
  sealing: Sealing
  /** Counts attempts. */
  limits: AttemptLimits
  /** The texts that people accept. */
  documents: LegalDocuments
  /** The partner that runs the shop. */
  partner: Partner
  /** Where areas contribute to the export and erasure of accounts. */
  personalData: PersonalData
  /** Where orders are paid. */
  provider: PaymentProvider
  /** Whether a patient, whose row is locked, has an order under way. */
  hasOpenOrder: (queries: Queries, patient: { userId: string; patientId: string }) => Promise<boolean>
  /** What accounts need of orders. */
  accountOrders: AccountOrders
  /** Tells laboratories that what they read of an order has changed. */
  noteChangedOrder: (queries: Queries, order: OrderKey, now: Date) => Promise<void>
  /**
   * The ids of an order by its number, first its own, then those of its results and payments. Null: there is no such
   * order.
   */
  objectsOfOrder: (queries: Queries, number: string) => Promise<string[] | null>
  /** How many results wait at the desk, for staff with these grants. Undefined: they may not see any. */
  countWaiting: (queries: Queries, grants: readonly StaffGrant[]) => Promise<WaitingResults | undefined>
  /** What payments may do with orders. */
  payableOrders: PayableOrders
  /** Makes documents. */
  typesetter: Typesetter
  now: () => Date
  /** HTTP to outside parties other than the payment provider. */
  fetch: typeof fetch
}
