// Which modules may use which: `npm run boundaries`. Tests are exempt and may import anything, and what is in a
// program's `testing` as well, as long as it makes no cycle.
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DESK } from './boundaries/desk.ts'
import { LABORATORY_API } from './boundaries/laboratory-api.ts'
import { STOREFRONT } from './boundaries/storefront.ts'

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
  'packages/contract': ['packages/domain/'],
  'packages/database': [],
  'packages/texts': [
    'packages/contract/',
    'packages/domain/',
    'packages/server/src/(made-once|project-files)\\.ts$',
  ],
  'packages/server': ['packages/contract/', 'packages/database/'],
  'apps/laboratory-api': ['packages/'],
  'apps/sandbox': ['packages/(database|domain|server)/'],
  'apps/hl7-gateway': ['packages/(contract|server)/'],
  'apps/storefront': ['packages/'],
  // The same components, texts and page foundations as the shop.
  'apps/desk': [
    'packages/(contract|domain|server|texts)/',
    'apps/storefront/app/ui/',
    'apps/storefront/app/platform/pages/',
    'apps/storefront/app/platform/texts/',
  ],
}

/**
 * Where programs are put together (files directly in their folder, and the storefront's `server`): what else those
 * files may use.
 */
const COMPOSITION = {
  'apps/storefront': ['apps/[^/]+\\.ts$', 'apps/laboratory-api/[^/]+\\.ts$'],
  'apps/laboratory-api': ['apps/[^/]+\\.ts$', 'apps/sandbox/'],
  'apps/desk': ['apps/[^/]+\\.ts$'],
}
const composing = (name) => `^${name}/(server/|[^/]+$)`
const startingWith = (...beginnings) => beginnings.map((beginning) => `^${beginning}`)

/** What helps tests. */
const TESTING = '^(apps|packages)/.*/testing/'
const PROGRAM_TESTING = '^apps/.*/testing/'
/** How programs are built. */
const BUILDING = '\\.config\\.ts$'

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
    from: { path: `^${app}/${name}/`, pathNot: TESTING },
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

const APP = 'apps/storefront/app'
const DESK_APP = 'apps/desk/app'
const API = 'apps/laboratory-api/src'
/** What is made of all areas. */
const ASSEMBLY = `^${API}/(app|request-context|security-events)\\.ts$`
assertNamed(APP, STOREFRONT, ['platform', 'testing', 'ui'])
assertNamed(DESK_APP, DESK, ['routes'])
assertNamed(API, LABORATORY_API, ['testing'])
for (const folder of ['apps', 'packages']) {
  const inside = Object.keys(WORKSPACES)
    .filter((name) => dirname(name) === folder)
    .map((name) => basename(name))
  assertNamed(folder, {}, inside)
}

export default {
  forbidden: [
    { name: 'cycle', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(WORKSPACES).flatMap(([name, used]) => [
      {
        name,
        severity: 'error',
        from: { path: `^${name}/`, pathNot: [composing(name), PROGRAM_TESTING] },
        to: { path: '^(apps|packages)/', pathNot: startingWith(`${name}/`, ...used) },
      },
      {
        name: `${name}, where it is put together`,
        severity: 'error',
        from: { path: composing(name), pathNot: PROGRAM_TESTING },
        to: {
          path: '^(apps|packages)/',
          pathNot: startingWith(`${name}/`, ...used, ...(COMPOSITION[name] ?? [])),
        },
      },
    ]),
    {
      // They are open to what puts programs together, so more would be a way round the tables.
      name: 'files beside the programs use only their settings and the packages',
      severity: 'error',
      from: { path: '^apps/[^/]+$' },
      to: { path: '^apps/', pathNot: '^apps/[^/]+/settings\\.ts$' },
    },
    {
      name: 'the domain has no dependency',
      severity: 'error',
      from: { path: '^packages/domain/', pathNot: TESTING },
      to: { pathNot: '^packages/domain/' },
    },
    {
      name: 'what runs needs nothing that builds, tests or measures it',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [TESTING, BUILDING] },
      to: { path: ['^(benchmarks|boundaries|e2e|scripts)/', '^[^/]+\\.(ts|mjs)$', TESTING, BUILDING] },
    },
    {
      name: 'app.ts and its middleware put the areas together; only a command of its own starts them',
      severity: 'error',
      from: { path: `^${API}/`, pathNot: [ASSEMBLY, '-command\\.ts$', TESTING] },
      to: { path: ASSEMBLY },
    },
    {
      // context.ts names the types of what app.ts hands in.
      name: 'the files that are open to all areas are no way round their doors',
      severity: 'error',
      from: { path: `^${API}/[^/]+\\.ts$`, pathNot: [ASSEMBLY, `^${API}/context\\.ts$`] },
      to: { path: `^${API}/[^/]+/` },
    },
    ...doors(API, LABORATORY_API, '[^/]+$'),
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
    exclude: { path: '(^|/)(build|\\.cache|\\.react-router)/|\\.(test|spec|d)\\.' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
