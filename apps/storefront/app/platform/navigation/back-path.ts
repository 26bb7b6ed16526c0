import { localPath } from './local-path.ts'
import { fillPath, isRouteKey, parentPath, type RouteKey, type RouteParams } from './navigation.ts'

/**
 * The path that an address asks for with `backPathKey`; undefined without one.
 * @throws Error for an unknown or repeated (array-valued) key, or one whose path needs a parameter that this address
 * lacks: a programming error, or a mangled link
 */
export function askedBackPath(params: RouteParams, search: URLSearchParams): string | undefined {
  const keys = search.getAll('backPathKey')
  const isArray = keys.length > 1 || [...search.keys()].some((name) => name.startsWith('backPathKey['))
  if (isArray) throw new Error('backPathKey must be one route key')
  const [key] = keys
  if (key === undefined) return undefined
  if (!isRouteKey(key)) throw new Error('backPathKey must be a route key')
  return fillPath(key, params)
}

/** Whether the address has a `backPathKey` that is rejected. */
export function isBackPathKeyRejected(params: RouteParams, search: URLSearchParams): boolean {
  try {
    askedBackPath(params, search)
    return false
  } catch {
    return true
  }
}

/**
 * Where Back leads: `backPathKey` (a key of the table), else `pathnameToReturn` (a path of this shop), else the
 * parent. A rejected value is ignored: a mangled link must not break the page.
 */
export function backPath(key: RouteKey, params: RouteParams, search: URLSearchParams): string | null {
  const asked = isBackPathKeyRejected(params, search) ? undefined : askedBackPath(params, search)
  return asked ?? localPath(search.get('pathnameToReturn')) ?? parentPath(key, params)
}
