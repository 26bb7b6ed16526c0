// What the sources say that a program takes: every route with an action, every button's `intent`, every field, every call.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** The names in a table of acts, as `const FORMS = {` and `doIntent(desk, form, {` begin one. */
function namesIn(source: string): string[] {
  const tables = [
    ...source.matchAll(/(?:const \w+(?::[^=]+)? = |doIntent\([\w., ]+, )\{\n([\s\S]*?)\n {0,4}\}/g),
  ]
  return tables.flatMap(([, body]) =>
    [...body!.matchAll(/^ {2,6}(?:async )?'?(\w+)'?(?=[,(:])/gm)].map(([, name]) => name!),
  )
}

const INTENT = [
  /name="intent"\s+value="(\w+)"/g,
  /intent(?::| ===|=)\s*['"](\w+)['"]/g,
  /`intent`[^\n]*\nexport const \w+ = '(\w+)'/g,
]
const FIELD = [
  /\bname="(\w+)"/g,
  /\btexts\.(\w+)/g,
  /\b(?:text|get|getAll)\('(\w+)'\)/g,
  /textOf\(\w+, '(\w+)'\)/g,
]

const found = (sources: readonly string[], patterns: readonly RegExp[]) =>
  sources.flatMap((source) => patterns.flatMap((one) => [...source.matchAll(one)].map(([, name]) => name!)))

/** Every form of the app: what its module, or the desk as a whole, knows of buttons and fields is tried at it. */
export function formsOfSources(app: App): SourceForm[] {
  return routesOfSources(app)
    .filter((route) => hasAction(route) && !route.path.startsWith('/api/'))
    .map(({ path, file }) => {
      const module = app === 'desk' ? '.' : file.split('/')[0]!
      const files = globSync(`${module}/**/*.{ts,tsx}`, { cwd: folderOf(app) })
      const sources = files
        .filter((name) => !/\.test\.|testing\//.test(name))
        .map((name) => readFileSync(join(folderOf(app), name), 'utf8'))
      const acting = sources.filter((source) => source.includes('intent') || source.includes('doIntent'))
      return {
        path,
        intents: [...new Set([...found(acting, INTENT), ...acting.flatMap(namesIn)])].toSorted(),
        fields: [...new Set(found(sources, FIELD))].toSorted(),
      }
    })
}

/** The calls under `/api`, as `cart/add-to-cart`. */
export const callsOfSources = (): string[] =>
  routesOfSources('storefront').flatMap(({ path }) =>
    /^\/api\/[^*]/.test(path) ? [path.slice('/api/'.length)] : [],
  )
