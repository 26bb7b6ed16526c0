// What a program accepts according to its sources: every route with an action, every button's `intent`, every
// field, every call.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import desk from '../apps/desk/app/routes.ts'
import storefront from '../apps/storefront/app/routes.ts'

const ROUTES = { storefront, desk }
type App = keyof typeof ROUTES
type RouteConfigEntry = (typeof storefront)[number]

interface SourceRoute {
  /** `/orders/:orderId` */
  path: string
  /** Relative to the app's folder. */
  file: string
  source: string
}

export interface SourceForm {
  path: string
  /** The intents of all buttons nearby, and names nearby that may be intents. */
  intents: string[]
  fields: string[]
}

const folderOf = (app: App) => join(import.meta.dirname, `../apps/${app}/app`)

function flat(entries: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])])
}

export function routesOfSources(app: App): SourceRoute[] {
  return flat(ROUTES[app])
    .filter(({ path, index }) => path !== undefined || index)
    .map(({ path = '', file }) => ({
      path: `/${path}`,
      file,
      source: readFileSync(join(folderOf(app), file), 'utf8'),
    }))
}

const hasAction = ({ source }: SourceRoute) =>
  /^export (?:async function|function|const) action\b/m.test(source)

/** The names in a table of actions, such as one that begins with `const FORMS = {`. */
function namesIn(source: string): string[] {
  const tables = [...source.matchAll(/const \w+(?::[^=]+)? = \{\n([\s\S]*?)\n {0,4}\}/g)]
  return tables.flatMap(([, body]) =>
    [...body!.matchAll(/^ {2,6}(?:async )?'?(\w+)'?(?=[,(:])/gm)].map(([, name]) => name!),
  )
}

const BUTTON = /name="intent"\s+value="(\w+)"/g
const INTENT = [BUTTON, /intent(?::| ===|=)\s*['"](\w+)['"]/g, /`intent`[^\n]*\nexport const \w+ = '(\w+)'/g]
const FIELD = [
  /\bname="(\w+)"/g,
  /\btexts\.(\w+)/g,
  /\b(?:text|get|getAll|textsOf\(form\))\('(\w+)'\)/g,
  /textOf\(\w+, '(\w+)'\)/g,
]

const found = (sources: readonly string[], patterns: readonly RegExp[]) =>
  sources.flatMap((source) => patterns.flatMap((one) => [...source.matchAll(one)].map(([, name]) => name!)))

/** The desk's modules behind a route, itself first; this includes what all routes share, but no other route. */
function behind(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file) || !/\.tsx?$/.test(file)) return known
  known.add(file)
  const source = readFileSync(join(folderOf('desk'), file), 'utf8')
  for (const [, from] of source.matchAll(/ from '(\.[^']+)'/g)) behind(join(dirname(file), from!), known)
  return known
}

/** The intents that the desk's dispatching handles: tables given to `doIntent`, and comparisons. */
function intentsAt(source: string): string[] {
  const tables = [
    ...source.matchAll(
      /^( *)(?:(?:return|const done = await) doIntent\(.*, |const steps = )\{\n([\s\S]*?)\n\1\}/gm,
    ),
  ]
  const named = tables.flatMap(([, indent, body]) => [
    ...body!.matchAll(new RegExp(`^${indent}  (?:\\.\\.\\.\\(.*\\{ )?(\\w+): `, 'gm')),
  ])
  const compared = [...source.matchAll(/intent(?:'\))? === '(\w+)'/g)]
  return [...named, ...compared].map(([, name]) => name!)
}

/**
 * Every form of the app. For the storefront, all buttons and fields of the form's module are included; for the desk,
 * those of the route and all its imports: `intents` are then exactly what its action accepts.
 */
export function formsOfSources(app: App): SourceForm[] {
  return routesOfSources(app)
    .filter((route) => hasAction(route) && !route.path.startsWith('/api/'))
    .map(({ path, file }) => {
      const ofModule = () => globSync(`${file.split('/')[0]}/**/*.{ts,tsx}`, { cwd: folderOf(app) })
      const files = app === 'desk' ? [...behind(file)] : ofModule()
      const sources = files
        .filter((name) => !/\.test\.|testing\//.test(name))
        .map((name) => readFileSync(join(folderOf(app), name), 'utf8'))
      const acting = sources.filter((source) => source.includes('intent'))
      const intents =
        app === 'desk' ? sources.flatMap(intentsAt) : [...found(acting, INTENT), ...acting.flatMap(namesIn)]
      return {
        path,
        intents: [...new Set(intents)].toSorted(),
        fields: [...new Set(found(sources, FIELD))].toSorted(),
      }
    })
}

/**
 * The intents of all the desk's buttons: an action that handles one in yet another way would otherwise be
 * missed.
 */
export const buttonsOfDesk = (): string[] =>
  found(
    globSync('**/*.tsx', { cwd: folderOf('desk') }).map((file) =>
      readFileSync(join(folderOf('desk'), file), 'utf8'),
    ),
    [BUTTON],
  )

/** The calls under `/api`, such as `cart/add-to-cart`. */
export const callsOfSources = (): string[] =>
  routesOfSources('storefront').flatMap(({ path }) =>
    /^\/api\/[^*]/.test(path) ? [path.slice('/api/'.length)] : [],
  )
