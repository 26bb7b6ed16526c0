import { NAVIGATION } from './navigation.ts'

const SHARED = Object.values(NAVIGATION)
  .filter(({ isShared }) => isShared)
  .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))

/** Whether a path is that of a screen whose content is the same for everybody. */
export function sharedScreenAt(pathname: string): boolean {
  return SHARED.some((pattern) => pattern.test(pathname))
}
