import { aRoute, routerBuild, routesOf } from '@shop/storefront/pages/testing/router-build.ts'
import type { ServerBuild } from 'react-router'
import * as entry from '../../app/entry.server.tsx'
import * as root from '../../app/root.tsx'
import ROUTES from '../../app/routes.ts'

/** The desk's own routes and modules as the build puts them together, without assets. */
export async function deskBuild(renderPage = entry.default): Promise<ServerBuild> {
  const routes = await routesOf(ROUTES, (file) => import(/* @vite-ignore */ `../../app/${file}`))
  return routerBuild(
    { ...aRoute({ id: 'root', path: '' }, root), ...routes },
    { ...entry, default: renderPage },
  )
}
