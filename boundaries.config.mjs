// Who may use whom: `npm run boundaries`. Tests stand outside, they may reach everywhere.

/** The main API: what an area's code may take from other areas. What is directly in `src` is everybody's. */
const LABORATORY_API = {
  accounts: ['audit', 'encryption', 'mail'],
  audit: [],
  catalogue: ['search'],
  clients: ['accounts', 'catalogue', 'staff'],
  answers: ['accounts', 'audit', 'encryption', 'orders'],
  demo: ['accounts', 'clients', 'desk', 'orders', 'staff', 'visits'],
  desk: ['accounts', 'answers', 'catalogue', 'encryption', 'orders', 'staff', 'visits'],
  documents: ['accounts'],
  editions: ['catalogue', 'staff'],
  encryption: [],
  'health-links': ['accounts', 'audit', 'fhir', 'results'],
  fhir: ['answers', 'audit', 'catalogue', 'clients', 'encryption', 'orders', 'results', 'staff'],
  jobs: [],
  laboratories: ['catalogue'],
  machine: ['catalogue', 'jobs', 'staff'],
  mail: ['jobs'],
  money: ['audit', 'desk', 'orders', 'payments', 'staff'],
  offers: ['catalogue', 'editions', 'staff'],
  'open-api': ['clients'],
  orders: ['accounts', 'audit', 'catalogue', 'mail', 'patients', 'payments', 'pdf', 'visits'],
  patients: ['accounts', 'audit'],
  payments: ['accounts', 'encryption'],
  pdf: [],
  results: [
    'accounts',
    'audit',
    'catalogue',
    'clients',
    'desk',
    'encryption',
    'mail',
    'orders',
    'patients',
    'pdf',
    'staff',
  ],
  rights: [
    'accounts',
    'audit',
    'clients',
    'desk',
    'encryption',
    'mail',
    'orders',
    'patients',
    'payments',
    'results',
    'staff',
    'support',
  ],
  search: [],
  'search-words': ['accounts', 'catalogue', 'search', 'staff'],
  staff: ['accounts', 'audit', 'encryption'],
  support: ['accounts', 'audit', 'encryption', 'mail', 'orders', 'staff'],
  visits: ['catalogue'],
}

/**
 * The storefront: which other modules a module may use, and which files of theirs: their doors. Everybody may use
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
    checkout: [
      'create-order.server.ts',
      'slot-picker.tsx',
      'slot-week.server.ts',
      'use-place-details.ts',
      'visit-view.server.ts',
    ],
  },
  patients: {},
  results: {},
  shell: {
    catalogue: ['list-public-pages.server.ts', 'search-field.tsx'],
    laboratories: ['branches.server.ts', 'place-choice.tsx'],
    patients: ['patient-names.server.ts'],
  },
}

/**
 * What the storefront's modules stand on. Forms are made of `ui`; `ui` speaks and leads, and knows nothing
 * else of the platform.
 */
const GROUND = {
  'platform/(?!forms/)': ['platform/'],
  'platform/forms/': ['platform/', 'ui/'],
  'ui/': ['ui/', 'platform/navigation/', 'platform/texts/'],
}

/** The packages and applications: what each may take from the others. */
const WORKSPACES = {
  'packages/domain': [],
  'packages/contract': ['packages/domain'],
  'packages/database': [],
  'packages/texts': ['packages/contract', 'packages/domain'],
  'packages/server': ['packages/contract', 'packages/database'],
  'apps/laboratory-api': ['packages/'],
  'apps/sandbox': ['packages/'],
  'apps/hl7-gateway': ['packages/'],
  'apps/storefront': ['packages/'],
  // The same pieces and words of a page as the shop's.
  'apps/desk': ['packages/', 'apps/storefront/app/ui/', 'apps/storefront/app/platform/texts/'],
}

// Where the applications are put together.
const COMPOSITION = '^apps/(storefront/server/|(storefront|laboratory-api)/[^/]+\\.ts$)'

/** Tables that a module's own are bound to by a foreign key: nothing else of their modules is known there. */
const FOREIGN_KEYS = {
  payments: ['orders', 'staff'].map((name) => `^apps/laboratory-api/src/${name}/tables\\.ts$`),
}

/** One rule for each module of `folder`: itself, what its line names, and what is in no module. */
function modules(folder, uses) {
  return Object.entries(uses).map(([name, used]) => ({
    name: `${folder}/${name}`,
    severity: 'error',
    from: { path: `^${folder}/${name}/` },
    to: {
      path: `^${folder}/[^/]+/`,
      pathNot: [...[name, ...used].map((allowed) => `^${folder}/${allowed}/`), ...(FOREIGN_KEYS[name] ?? [])],
    },
  }))
}

/** A folder that the table does not name may not be there. */
function complete(folder, uses) {
  return {
    name: `${folder}: a module without a line here`,
    severity: 'error',
    from: {},
    to: { path: `^${folder}/[^/]+/`, pathNot: Object.keys(uses).map((name) => `^${folder}/${name}/`) },
  }
}

/** Each module of the storefront uses itself, the ground, and of other modules the files that its line names. */
function doors(app, table) {
  return Object.entries(table).map(([name, used]) => ({
    name: `${app}/${name} comes in by the door`,
    severity: 'error',
    from: { path: `^${app}/${name}/` },
    to: {
      path: `^${app}/`,
      pathNot: [
        `^${app}/(${name}|platform|ui)/`,
        ...Object.entries(used).map(
          ([other, files]) => `^${app}/${other}/(${files.map(literal).join('|')})$`,
        ),
      ],
    },
  }))
}

/** The modules stand in an order: whom a module uses does not use it, by whatever way. */
function refuseCycles(table) {
  const visit = (name, way) => {
    if (way.includes(name)) throw new Error(`Modules in a circle: ${[...way, name].join(' → ')}`)
    const used = table[name]
    for (const other of Array.isArray(used) ? used : Object.keys(used)) visit(other, [...way, name])
  }
  for (const name of Object.keys(table)) visit(name, [])
}

const literal = (text) => text.replaceAll('.', '\\.')
const APP = 'apps/storefront/app'
refuseCycles(STOREFRONT)
refuseCycles(LABORATORY_API)

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
      name: 'app.ts puts the areas together; only a command of its own starts it',
      severity: 'error',
      from: {
        path: '^apps/laboratory-api/src/',
        pathNot: ['^apps/laboratory-api/src/app\\.ts$', '-command\\.ts$'],
      },
      to: { path: '^apps/laboratory-api/src/app\\.ts$' },
    },
    ...modules('apps/laboratory-api/src', LABORATORY_API),
    complete('apps/laboratory-api/src', LABORATORY_API),
    ...doors(APP, STOREFRONT),
    ...Object.entries(GROUND).map(([part, used]) => ({
      name: `${APP}/${part}`,
      severity: 'error',
      from: { path: `^${APP}/${part}` },
      to: { path: `^${APP}/`, pathNot: used.map((allowed) => `^${APP}/${allowed}`) },
    })),
    complete(APP, { ...STOREFRONT, platform: {}, ui: {} }),
  ],
  options: {
    // TypeScript 7 has no interface yet that the tool could read with; SWC's reader sees imports of types as well.
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
