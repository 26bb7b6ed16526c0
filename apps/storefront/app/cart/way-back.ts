import { localPath } from '../platform/navigation/local-path.ts'

/** Each page on the way encodes it once more, in a header: proxies accept headers of 4 kB. */
const LONGEST = 600

/** Where Back leads from the choice of patients, such as a search, as part of a query; empty without one. */
export function wayBack(search: string): [name: string, value: string][] {
  const path = localPath(new URLSearchParams(search).get('pathnameToReturn'))
  return path && path.length <= LONGEST ? [['pathnameToReturn', path]] : []
}

/**
 * The address of the choice of patients that a login or a new patient leads back to. What Back leads to from there
 * stays in its query, which is neither logged nor stored.
 */
export function choiceAddress({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  const query = String(new URLSearchParams(wayBack(search)))
  return query ? `${pathname}?${query}` : pathname
}
