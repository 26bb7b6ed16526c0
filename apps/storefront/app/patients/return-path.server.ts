import { backPath } from '../platform/navigation/back-path.ts'
import { pathOf, type RouteKey } from '../platform/navigation/navigation.ts'

/** Where a saved patient leads: the given return path (`backPathKey` or `pathnameToReturn`), else the list. */
export function pathAfterPatient(key: RouteKey, request: Request): string {
  return backPath(key, {}, new URL(request.url).searchParams) ?? pathOf('patientsList')
}
