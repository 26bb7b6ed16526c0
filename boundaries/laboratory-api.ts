import type { Doors } from './doors.ts'

/**
 * The main API: which other areas an area may use, and which of their files (`.ts` is left out). Files directly in
 * `src` are open to all.
 */
const FILES = {
  accounts: {
    audit: 'audit tables',
    encryption: 'sealing',
    mail: 'message',
  },
  answers: {
    accounts: 'lock-account personal-data processing-limits',
    audit: 'audit',
    encryption: 'sealing unreadable',
    orders: 'order-preparation order-queries tables',
  },
  audit: {},
  catalogue: {
    search: `find-profiles find-reason quality/measure-everyday quality/measure-nonsense
      quality/measure-quality search-entry search-index`,
  },
  clients: {
    accounts: 'secrets',
    catalogue: 'tables',
    staff: 'audit-staff authenticate-staff verify-staff-password',
  },
  demo: {
    accounts: 'access-tokens tables',
    clients: 'end-client read-public-key scopes tables',
    desk: 'add-note change-visit',
    orders: 'tables',
    staff: 'tables',
    visits: 'take-slot',
  },
  desk: {
    accounts: 'end-sessions personal-data processing-limits tables',
    answers: 'read-answers',
    catalogue: 'catalogue-snapshot localised',
    encryption: 'sealed-words sealing',
    orders: `advance-order cancel-order move-visit order-containers order-preparation order-queries
      order-turns orders-in-scope tables tests-consent`,
    staff: 'audit-staff authenticate-staff staff-names stale-write standing tables verify-staff-password',
    visits: 'calendar-store list-visit-slots open-laboratory public-holidays',
  },
  directory: {},
  documents: {},
  editions: {
    catalogue: `import/check-references import/edition-store import/read-catalogue-files
      import/settle-prices import/store-catalogue read-catalogue tables`,
    staff: 'audit-staff authenticate-staff stale-write tables',
  },
  encryption: {},
  fhir: {
    answers: 'read-answers',
    audit: 'audit',
    catalogue: 'catalogue-snapshot localised',
    clients: 'authenticate-client client-queries grant-token scopes tables',
    encryption: 'sealing',
    orders: 'laboratory-name tables',
    results: `announce-result claim-identifiers conclude-reports format-value judge-value open-test-results
      reported sealed-results store-report store-specimen tables`,
    staff: 'audit-staff authenticate-staff stale-write tables',
  },
  'health-links': {
    accounts: 'secrets',
    audit: 'audit',
    fhir: 'fhir-time systems to-diagnostic-report',
    results: 'analysis-queries sharing/health-link sharing/share-queries sharing/share-secrets tables',
  },
  jobs: {},
  laboratories: {
    catalogue: 'catalogue-snapshot localised stored-answer',
  },
  machine: {
    catalogue: 'tables',
    jobs: 'read-queues',
    staff: 'audit-staff authenticate-staff',
  },
  mail: {
    jobs: 'jobs',
  },
  money: {
    orders: 'orders-in-scope tables',
    payments: 'refund-outside refund-payment request-refund sealed-refunds send-refund tables',
    staff: 'audit-staff authenticate-staff staff-names tables',
  },
  offers: {
    catalogue: `catalogue-snapshot import/edition-store import/entry-rows import/keep-entries
      import/read-catalogue-files import/store-catalogue localised tables`,
    editions: 'compare-editions editions',
    staff: 'audit-staff authenticate-staff stale-write tables',
  },
  'open-api': {
    clients: 'grant-token scopes',
  },
  orders: {
    accounts: 'account-orders erase-account lock-account personal-data processing-limits tables user-queries',
    audit: 'audit',
    catalogue: 'cart-assortment catalogue-snapshot localised',
    mail: 'mail message',
    patients: 'tables',
    payments: `attempt-queries check-own-payment open-payment-page payable-orders provider refund-payment
      request-refund sealed-refunds tables watch-payment`,
    pdf: 'letterhead-data typesetter',
    visits: 'calendar-store list-visit-slots open-laboratory take-slot',
  },
  patients: {
    accounts: 'birth-date lock-account personal-data processing-limits tables',
    audit: 'audit',
  },
  payments: {
    accounts: 'lock-account processing-limits tables',
    encryption: 'sealed-words sealing',
    staff: 'tables',
  },
  pdf: {},
  results: {
    accounts: `is-fresh-proof lock-account personal-data processing-limits second-factor/take-code secrets
      tables user-queries`,
    audit: 'audit',
    catalogue: 'catalogue-snapshot localised',
    encryption: 'sealing unreadable',
    mail: 'message',
    orders: 'advance-order laboratory-name order-queries orders-in-scope tables wire-order',
    patients: 'tables',
    pdf: 'letterhead-data typesetter',
    staff: 'audit-staff authenticate-staff stale-write tables',
  },
  rights: {
    accounts: `erase-account export-account lock-account mail-to-unproven personal-data processing-limits
      tables user-queries`,
    audit: 'audit tables',
    clients: 'tables',
    desk: 'desk-personal-data',
    encryption: 'sealed-words sealing',
    mail: 'message',
    orders: 'order-personal-data tables',
    patients: 'delete-patient edit-patient tables',
    payments: 'tables',
    results: 'delete-results tables',
    staff: 'audit-staff authenticate-staff staff-names stale-write standing tables',
    support: 'tables',
    visits: 'public-holidays',
  },
  search: {},
  'search-words': {
    catalogue: 'catalogue-snapshot catalogue-store find-in-catalogue import/store-catalogue localised tables',
    staff: 'audit-staff authenticate-staff',
  },
  staff: {
    accounts: 'password-rules passwords second-factor/totp second-factor/webauthn secrets tables',
    audit: 'audit tables',
    encryption: 'sealing',
  },
  support: {
    accounts: 'end-sessions lock-account personal-data processing-limits secrets tables',
    audit: 'audit',
    encryption: 'sealed-words sealing',
    mail: 'message',
    orders: 'tables tests-consent',
    staff: 'audit-staff authenticate-staff stale-write tables verify-staff-password',
  },
  visits: {
    catalogue: 'catalogue-snapshot',
  },
} satisfies Record<string, Record<string, string>>

const doorsOf = (used: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(used).map(([other, files]) => [other, files.split(/\s+/).map((file) => `${file}.ts`)]),
  )

export const LABORATORY_API: Doors = Object.fromEntries(
  Object.entries(FILES).map(([area, used]) => [area, doorsOf(used)]),
)
