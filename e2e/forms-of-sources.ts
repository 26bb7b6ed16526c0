// What the sources say that a program takes: every route with an action, every button's `intent`, every field, every call.
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
  /** From the app's own folder. */
  file: string
  source: string
}

export interface SourceForm {
  path: string
  /** What any button near it sends, and any name near it that may be one. */
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

/** The names in a table of acts, as `const FORMS = {` begins one. */
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

/** The modules of the desk behind a route, its own first; what all of them share is among them, another route is not. */
function behind(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file) || !/\.tsx?$/.test(file)) return known
  known.add(file)
  const source = readFileSync(join(folderOf('desk'), file), 'utf8')
  for (const [, from] of source.matchAll(/ from '(\.[^']+)'/g)) behind(join(dirname(file), from!), known)
  return known
}

/** What the desk's dispatching asks for by name: tables given to `doIntent`, and comparisons. */
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
 * Every form of the app. Of the storefront, what its module knows of buttons and fields is tried at it; of the desk,
 * what the route and all it imports know: `intents` are then what its action takes, no more and no less.
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
 * What the desk's buttons say of themselves, wherever they stand: an action that asks for it in yet another
 * way would be missed.
 */
export const buttonsOfDesk = (): string[] =>
  found(
    globSync('**/*.tsx', { cwd: folderOf('desk') }).map((file) =>
      readFileSync(join(folderOf('desk'), file), 'utf8'),
    ),
    [BUTTON],
  )

/** The calls under `/api`, as `cart/add-to-cart`. */
export const callsOfSources = (): string[] =>
  routesOfSources('storefront').flatMap(({ path }) =>
    /^\/api\/[^*]/.test(path) ? [path.slice('/api/'.length)] : [],
  )
