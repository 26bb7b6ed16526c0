import { NAVIGATION, type RouteKey } from './navigation.ts'

const SHARED = Object.entries(NAVIGATION)
  .filter(([, { isShared }]) => isShared)
  .map(([key, { path }]) => ({
    key: key as RouteKey,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  }))

/** The screen at a path, if its content is the same for everybody. */
export function sharedRouteAt(pathname: string): RouteKey | undefined {
  return SHARED.find(({ pattern }) => pattern.test(pathname))?.key
}

/** Whether a path is that of a screen whose content is the same for everybody. */
export function sharedScreenAt(pathname: string): boolean {
  return sharedRouteAt(pathname) !== undefined
}
