import type { Partner } from '@shop/contract/partner'
import type { Database, Queries } from '@shop/database/open-database'
import type { Logger } from 'pino'
import type { AttemptLimits } from './accounts/attempt-limits.ts'
import type { PersonalData } from './accounts/personal-data.ts'
import type { CatalogueStore } from './catalogue/catalogue-store.ts'
import type { LegalDocuments } from './documents/legal-documents.ts'
import type { Sealing } from './encryption/sealing.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { PaymentProvider } from './payments/provider.ts'
import type { Settlement } from './payments/settlement.ts'
import type { Typesetter } from './pdf/typesetter.ts'
import type { LaboratoryApiSettings } from './settings.ts'
import type { CalendarStore } from './visits/calendar-store.ts'

/** What every area of the main API works with. */
export interface ApiContext {
  database: Database
  settings: LaboratoryApiSettings
  logger: Logger
  jobs: Jobs
  /** The catalogue in memory: reading costs no statement. */
  catalogue: CatalogueStore
  /** When laboratories can be visited. */
  calendar: CalendarStore
  /** The outbox. */
  mail: Mail
  /** Encrypts what is most sensitive, field by field. */
  sealing: Sealing
  /** Counted tries. */
  limits: AttemptLimits
  /** The texts that people accept. */
  documents: LegalDocuments
  /** Who runs the shop. */
  partner: Partner
  /** Where areas contribute to the export and the erasure of an account. */
  personalData: PersonalData
  /** Where orders are paid. */
  provider: PaymentProvider
  /** Whether an order with a patient, whose row is locked, is under way. */
  hasOpenOrder: (queries: Queries, patient: { userId: string; patientId: string }) => Promise<boolean>
  /** What payments may do with orders. */
  settlement: Settlement
  /** Makes documents. */
  typesetter: Typesetter
  now: () => Date
  /** HTTP to parties outside other than the payment provider. */
  fetch: typeof fetch
}
