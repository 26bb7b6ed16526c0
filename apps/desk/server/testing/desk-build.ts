import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ServerBuild } from 'react-router'
import * as entry from '../../app/entry.server.tsx'
import * as root from '../../app/root.tsx'
import ROUTES from '../../app/routes.ts'

type Route = NonNullable<ServerBuild['routes'][string]>
type Routes = Record<string, Route>

async function routesOf(entries: readonly RouteConfigEntry[], parentId: string): Promise<Routes> {
  const lists = entries.map(async ({ id: given, file, path, index, children = [] }): Promise<Routes> => {
    const id = given ?? file.replace(/\.\w+$/, '')
    const module = await import(/* @vite-ignore */ `../../app/${file}`)
    return { [id]: { id, parentId, path, index, module }, ...(await routesOf(children, id)) }
  })
  return Object.assign({}, ...(await Promise.all(lists)))
}

/** The desk's own routes and modules as the build puts them together, without assets. */
export async function deskBuild(renderPage = entry.default): Promise<ServerBuild> {
  const routes: Routes = {
    root: { id: 'root', path: '', module: root as unknown as Route['module'] },
    ...(await routesOf(ROUTES, 'root')),
  }
  const assets = Object.values(routes).map(({ module, ...route }) => {
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
      routes: Object.fromEntries(assets),
      url: '/manifest.js',
      version: '',
    },
    entry: { module: { ...entry, default: renderPage } },
    routes,
  } as unknown as ServerBuild
}
