import { pathOf } from '../navigation.ts'

/** A path of the desk itself, whatever an address says; the first screen otherwise. */
export function localPath(path: string | null): string {
  return path && /^\/(?![/\\])[\w/?=&.-]*$/.test(path) ? path : pathOf('today')
}
