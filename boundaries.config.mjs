// Which modules may use which: `npm run boundaries`. Tests are exempt and may import anything.
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * The main API: which other areas an area may use, and its door: those of its files that others may import. Files
 * directly in `src` are open to all.
 */
const LABORATORY_API = {
  accounts: {
    uses: 'audit encryption mail',
    door: `access-tokens account-orders birth-date end-sessions erase-account export-account is-fresh-proof lock-account
      mail-to-unproven password-rules passwords personal-data processing-limits second-factor/take-code
      second-factor/totp second-factor/webauthn secrets tables user-queries`,
  },
  answers: { uses: 'accounts audit encryption orders', door: 'read-answers' },
  audit: { door: 'audit audit-months tables' },
  catalogue: {
    uses: 'search',
    door: `cart-assortment catalogue-snapshot catalogue-store find-in-catalogue import/check-references
      import/edition-store import/entry-rows import/keep-entries import/read-catalogue-files
      import/settle-prices import/store-catalogue localised read-catalogue stored-answer tables`,
  },
  clients: {
    uses: 'accounts catalogue staff',
    door: 'authenticate-client client-queries end-client grant-token read-public-key scopes tables',
  },
  demo: { uses: 'accounts clients desk orders staff visits' },
  desk: {
    uses: 'accounts answers catalogue encryption orders staff visits',
    door: 'change-visit desk-personal-data read-order',
  },
  directory: {},
  documents: { uses: 'accounts' },
  editions: { uses: 'catalogue staff', door: 'compare-editions editions' },
  encryption: { door: 'sealed-words sealing unreadable' },
  fhir: {
    uses: 'answers audit catalogue clients encryption orders results staff',
    door: 'fhir-time systems to-diagnostic-report',
  },
  'health-links': { uses: 'accounts audit fhir results' },
  jobs: { door: 'jobs read-queues' },
  laboratories: { uses: 'catalogue' },
  machine: { uses: 'catalogue jobs staff' },
  mail: { uses: 'jobs', door: 'mail message' },
  money: { uses: 'orders payments staff' },
  offers: { uses: 'catalogue editions staff' },
  'open-api': { uses: 'clients' },
  orders: {
    uses: 'accounts audit catalogue mail patients payments pdf visits',
    door: `advance-order cancel-order has-open-order laboratory-name move-visit order-containers order-personal-data
      order-preparation order-queries order-turns orders-in-scope tables tests-consent wire-order`,
  },
  patients: { uses: 'accounts audit', door: 'delete-patient edit-patient patient-queries tables' },
  payments: {
    uses: 'accounts encryption staff',
    door: `attempt-queries check-own-payment open-payment-page provider
      refund-outside refund-payment request-refund sealed-refunds send-refund settlement tables watch-payment`,
  },
  pdf: { door: 'letterhead-data typesetter' },
  results: {
    uses: 'accounts audit catalogue encryption mail orders patients pdf staff',
    door: `analysis-queries announce-result claim-identifiers conclude-reports delete-results format-value
      judge-value open-test-results reported sealed-results sharing/health-link sharing/share-queries
      sharing/share-secrets store-report store-specimen tables`,
  },
  rights: {
    uses: 'accounts audit clients desk encryption mail orders patients payments results staff support visits',
  },
  search: {
    door: `find-profiles find-reason quality/measure-everyday quality/measure-nonsense quality/measure-quality
      search-entry search-index`,
  },
  'search-words': { uses: 'catalogue staff' },
  staff: {
    uses: 'accounts audit encryption',
    door: 'audit-staff authenticate-staff staff-names stale-write standing tables verify-staff-password',
  },
  support: { uses: 'accounts audit encryption mail orders staff', door: 'tables' },
  visits: {
    uses: 'catalogue',
    door: 'calendar-store list-visit-slots open-laboratory public-holidays take-slot',
  },
}

/**
 * The storefront: which other modules a module may use, and which of their files: their doors. Every module may use
 * `platform` and `ui`; the app's root puts the modules together.
 */
const STOREFRONT = {
  account: {
    documents: ['load-documents.server.ts'],
    patients: ['save-patient.server.ts'],
  },
  cart: {
    account: ['auth-panel.tsx'],
    documents: ['load-documents.server.ts'],
    patients: ['patient-names.server.ts'],
  },
  catalogue: {
    checkout: ['visit-view.server.ts'],
    laboratories: ['next-free.server.ts'],
    results: ['tests-of-report.server.ts'],
  },
  checkout: {
    account: ['auth-frame.tsx', 'code-field.tsx', 'confirm-email.server.ts', 'send-code.tsx'],
    cart: [
      'calculate-open-cart.ts',
      'cart-badge.server.ts',
      'cart-bodies.ts',
      'cart-records.server.ts',
      'load-cart.server.ts',
      'change-cart.server.ts',
      'checkout-frame.tsx',
      'encode-cart.server.ts',
      'open-cart.server.ts',
      'preparation-of.server.ts',
      'preparation.tsx',
      'seen-prices.ts',
      'summarize-cart.server.ts',
    ],
    laboratories: ['branches.server.ts', 'place-rows.tsx'],
  },
  documents: {},
  laboratories: {},
  orders: {
    cart: ['calculate-open-cart.ts', 'change-cart.server.ts', 'open-cart.server.ts', 'preparation.tsx'],
    checkout: ['create-order.server.ts', 'slot-picker.tsx', 'slot-week.server.ts', 'visit-view.server.ts'],
  },
  patients: {},
  results: {},
  shell: {
    catalogue: ['list-public-pages.server.ts', 'search-field.tsx', 'use-home-data.ts'],
    laboratories: ['branches.server.ts', 'place-choice.tsx'],
    patients: ['patient-names.server.ts'],
  },
}

/**
 * The desk: which other folders a folder may use, and which of their files. `routes` contains the screens, which put
 * the folders together and may use every file of theirs. The files beside the folders are open to all.
 */
const DESK = {
  calendar: { forms: ['kept-fields.tsx', 'run-form.server.ts', 'use-emptied.ts'] },
  catalogue: {
    forms: ['problem-notice.tsx', 'run-form.server.ts'],
    session: ['desk-context.server.ts'],
  },
  forms: { session: ['desk-context.server.ts', 'staff-data.ts'], texts: ['format.server.ts'] },
  keyboard: { shell: ['screens.ts'] },
  laboratory: {
    forms: ['run-form.server.ts'],
    session: ['desk-context.server.ts'],
    table: ['desk-table.tsx'],
  },
  messages: {
    forms: ['kept-words.ts', 'own-answers.ts', 'with-ready.ts'],
    session: ['desk-context.server.ts', 'use-ask-again.ts'],
  },
  money: {
    forms: ['kept-fields.tsx', 'run-form.server.ts'],
    session: ['desk-context.server.ts'],
    table: ['desk-table.tsx'],
  },
  rights: {
    forms: ['kept-fields.tsx', 'kept-words.ts', 'run-form.server.ts', 'use-emptied.ts', 'with-ready.ts'],
    messages: ['ready-answers.server.ts', 'ready-answers.tsx'],
    session: ['desk-context.server.ts'],
    table: ['desk-table.tsx'],
  },
  scan: {},
  session: { texts: ['format.server.ts', 'root-data.server.ts'] },
  sheet: {
    forms: ['own-answers.ts', 'problem-notice.tsx', 'run-form.server.ts'],
    texts: ['format.server.ts'],
    visits: ['day-tools.tsx', 'visit-steps.tsx', 'way-to-door.ts'],
  },
  shell: {
    forms: ['kept-words.ts'],
    session: ['staff-data.ts'],
    sheet: ['kept-sheet.ts'],
  },
  table: {},
  texts: {},
  visits: {
    forms: ['kept-fields.tsx', 'own-answers.ts', 'problem-notice.tsx', 'run-form.server.ts'],
    session: ['desk-context.server.ts', 'use-ask-again.ts'],
  },
}

/**
 * What the storefront's modules build on. Forms are made of `ui`; `ui` uses only texts and navigation of the
 * platform. The pages of both applications build on `pages`.
 */
const GROUND = {
  'platform/(?!(forms|pages)/)': ['platform/'],
  'platform/forms/': ['platform/', 'ui/'],
  'platform/pages/': ['platform/pages/', 'ui/'],
  'ui/': ['ui/', 'platform/navigation/', 'platform/texts/'],
}

/** The packages and applications: what each may use of the others. */
const WORKSPACES = {
  'packages/domain': [],
  'packages/contract': ['packages/domain'],
  'packages/database': [],
  'packages/texts': ['packages/contract', 'packages/domain', 'packages/server/src/made-once.ts'],
  'packages/server': ['packages/contract', 'packages/database'],
  'apps/laboratory-api': ['packages/'],
  'apps/sandbox': ['packages/'],
  'apps/hl7-gateway': ['packages/'],
  'apps/storefront': ['packages/'],
  // The same components, texts and page foundations as the shop.
  'apps/desk': [
    'packages/',
    'apps/storefront/app/ui/',
    'apps/storefront/app/platform/pages/',
    'apps/storefront/app/platform/texts/',
  ],
}

// Where the applications are put together; so are the files directly in `apps`, which no table here limits.
const COMPOSITION = '^apps/(storefront/server/|(storefront|laboratory-api|desk)/[^/]+\\.ts$)'

/** Every folder must be named in the table, and every door must lead to an existing file. */
function assertNamed(folder, table, besides = []) {
  const at = (...path) => join(import.meta.dirname, folder, ...path)
  const entries = readdirSync(at(), { withFileTypes: true })
  const there = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const named = [...Object.keys(table), ...besides]
  const wrong = [
    ...there.filter((name) => !named.includes(name)),
    ...named.filter((name) => !there.includes(name)),
    ...Object.values(table).flatMap((used) =>
      Object.entries(used).flatMap(([other, files]) =>
        files.map((file) => join(other, file)).filter((file) => !existsSync(at(file))),
      ),
    ),
  ]
  if (wrong.length > 0) throw new Error(`Not as the table here says, in ${folder}: ${wrong.join(', ')}`)
}

/** The modules form an order: a module must not be used by one that it uses, directly or indirectly. */
function refuseCycles(table) {
  const visit = (name, way) => {
    if (way.includes(name)) throw new Error(`Modules in a circle: ${[...way, name].join(' → ')}`)
    for (const other of Object.keys(table[name])) visit(other, [...way, name])
  }
  for (const name of Object.keys(table)) visit(name, [])
}

/** Each module may use itself, what is `open` to all, and the files of other modules that its line names. */
function doors(app, table, open) {
  refuseCycles(table)
  return Object.entries(table).map(([name, used]) => ({
    name: `${app}/${name} comes in by the door`,
    severity: 'error',
    from: { path: `^${app}/${name}/` },
    to: {
      path: `^${app}/`,
      pathNot: [
        `^${app}/(${name}/|${open})`,
        ...Object.entries(used).map(
          ([other, files]) =>
            `^${app}/${other}/(${files.map((file) => file.replaceAll('.', '\\.')).join('|')})$`,
        ),
      ],
    },
  }))
}

const words = (text = '') => text.split(/\s+/).filter(Boolean)
/** The files that may be used, by area and used area. */
export const AREAS = Object.fromEntries(
  Object.entries(LABORATORY_API).map(([name, { uses }]) => [
    name,
    Object.fromEntries(
      words(uses).map((other) => [other, words(LABORATORY_API[other].door).map((file) => `${file}.ts`)]),
    ),
  ]),
)

const APP = 'apps/storefront/app'
const DESK_APP = 'apps/desk/app'
const API = 'apps/laboratory-api/src'
/** What is made of all areas. */
const ASSEMBLY = `^${API}/(app|request-context|security-events)\\.ts$`
assertNamed(APP, STOREFRONT, ['platform', 'testing', 'ui'])
assertNamed(DESK_APP, DESK, ['routes'])
assertNamed(API, AREAS, ['testing'])
for (const folder of ['apps', 'packages']) {
  const inside = Object.keys(WORKSPACES)
    .filter((name) => dirname(name) === folder)
    .map((name) => basename(name))
  assertNamed(folder, {}, inside)
}

export default {
  forbidden: [
    { name: 'cycle', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(WORKSPACES).map(([name, used]) => ({
      name,
      severity: 'error',
      from: { path: `^${name}/`, pathNot: COMPOSITION },
      to: { path: '^(apps|packages)/', pathNot: [name, ...used].map((allowed) => `^${allowed}`) },
    })),
    {
      name: 'the domain has no dependency',
      severity: 'error',
      from: { path: '^packages/domain/' },
      to: { pathNot: '^packages/domain/' },
    },
    {
      name: 'app.ts and its middleware put the areas together; only a command of its own starts them',
      severity: 'error',
      from: { path: `^${API}/`, pathNot: [ASSEMBLY, '-command\\.ts$'] },
      to: { path: ASSEMBLY },
    },
    {
      // context.ts names the types of what app.ts hands in.
      name: 'the files that are open to all areas are no way round their doors',
      severity: 'error',
      from: { path: `^${API}/[^/]+\\.ts$`, pathNot: [ASSEMBLY, `^${API}/context\\.ts$`] },
      to: { path: `^${API}/[^/]+/` },
    },
    ...doors(API, AREAS, '[^/]+$'),
    ...doors(APP, STOREFRONT, '(platform|ui)/'),
    ...doors(DESK_APP, DESK, '[^/]+$'),
    ...Object.entries(GROUND).map(([part, used]) => ({
      name: `${APP}/${part}`,
      severity: 'error',
      from: { path: `^${APP}/${part}` },
      to: { path: `^${APP}/`, pathNot: used.map((allowed) => `^${APP}/${allowed}`) },
    })),
  ],
  options: {
    // TypeScript 7 has no API yet through which the tool could read; SWC's parser sees type imports as well.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.cache|\\.react-router|testing)/|\\.(test|config|d)\\.|-process\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
