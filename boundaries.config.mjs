// Who may use whom: `npm run boundaries`. Tests stand outside, they may reach everywhere.

/** The main API: what an area's code may take from other areas. What is directly in `src` is everybody's. */
const LABORATORY_API = {
  accounts: ['audit', 'laboratories', 'mail'],
  audit: [],
  catalogue: ['laboratories', 'search'],
  documents: ['accounts'],
  fhir: ['audit', 'catalogue', 'orders', 'results'],
  jobs: [],
  laboratories: ['catalogue'],
  mail: ['jobs'],
  'open-api': [],
  orders: ['accounts', 'audit', 'catalogue', 'mail', 'patients', 'payments', 'pdf', 'visits'],
  patients: ['accounts', 'audit', 'orders'],
  payments: ['accounts', 'orders'],
  pdf: [],
  results: ['accounts', 'audit', 'catalogue', 'mail', 'orders', 'patients', 'pdf'],
  search: ['catalogue'],
  support: ['accounts', 'mail'],
  visits: ['catalogue'],
}

/** The packages and applications: what each may take from the others. */
const WORKSPACES = {
  'packages/domain': [],
  'packages/contract': ['packages/domain'],
  'packages/database': [],
  'packages/server': ['packages/contract', 'packages/database', 'packages/domain'],
  'apps/laboratory-api': ['packages/'],
  'apps/sandbox': ['packages/'],
  'apps/storefront': ['packages/'],
}

// Where the applications are put together.
const COMPOSITION = '^apps/(storefront/server/|(storefront|laboratory-api)/[^/]+\\.ts$)'

/** One rule for each module of `folder`: itself, what its line names, and what is in no module. */
function modules(folder, uses) {
  return Object.entries(uses).map(([name, used]) => ({
    name: `${folder}/${name}`,
    severity: 'error',
    from: { path: `^${folder}/${name}/` },
    to: {
      path: `^${folder}/[^/]+/`,
      pathNot: [name, ...used].map((allowed) => `^${folder}/${allowed}/`),
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
  ],
  options: {
    // TypeScript 7 has no interface yet that the tool could read with.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.react-router|testing)/|\\.(test|config)\\.|-process\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
