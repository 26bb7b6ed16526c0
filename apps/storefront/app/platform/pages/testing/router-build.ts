import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ServerBuild } from 'react-router'

type Route = NonNullable<ServerBuild['routes'][string]>
type Routes = Record<string, Route>
type Module = Readonly<Record<string, unknown>>

/** The routes of a table below the root, with their modules. */
export async function routesOf(
  entries: readonly RouteConfigEntry[],
  load: (file: string) => Promise<Module>,
  parentId = 'root',
): Promise<Routes> {
  const lists = entries.map(async ({ id: given, file, path, index, children = [] }): Promise<Routes> => {
    const id = given ?? file.replace(/\.\w+$/, '')
    const module = await load(file)
    return { ...aRoute({ id, parentId, path, index }, module), ...(await routesOf(children, load, id)) }
  })
  return Object.assign({}, ...(await Promise.all(lists)))
}

/** A route with its module, by its id. */
export function aRoute(place: Omit<Route, 'module'>, module: Module): Routes {
  return { [place.id]: { ...place, module: module as unknown as Route['module'] } }
}

/** Routes as the router's build puts them together, without assets; pages are empty unless `entry` renders them. */
export function routerBuild(routes: Routes, entry: Module = {}): ServerBuild {
  const known = Object.values(routes).map(({ module, ...route }) => {
    const has = { hasLoader: 'loader' in module, hasErrorBoundary: 'ErrorBoundary' in module }
    return [route.id, { ...route, ...has, module: '/route.js', imports: [] }]
  })
  return {
    basename: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    publicPath: '/',
    assetsBuildDirectory: '',
    routeDiscovery: { mode: 'initial' },
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: Object.fromEntries(known),
      url: '/manifest.js',
      version: '',
    },
    entry: { module: { default: () => new Response(null), streamTimeout: 1, ...entry } },
    routes,
  } as unknown as ServerBuild
}
