import { matchPath } from 'react-router'
import { NAVIGATION } from '../../navigation.ts'

const SHARED = Object.values(NAVIGATION).filter(({ isShared }) => isShared)

/** Whether a path is that of a screen whose content is the same for everybody. */
export function sharedScreenAt(pathname: string): boolean {
  return SHARED.some(({ path }) => matchPath(path, pathname))
}
