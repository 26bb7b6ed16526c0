import { useLocation, useMatches } from 'react-router'
import { backPath } from '../platform/navigation/back-path.ts'
import { isRouteKey, NAVIGATION, pathOf, type RouteKey } from '../platform/navigation/navigation.ts'

export interface CurrentScreen {
  key: RouteKey | undefined
  isModal: boolean
  /** Where the field to search for tests is; undefined where nothing is ordered. */
  searchField: 'page' | 'bar' | 'menu' | undefined
  /** Where Back leads; null on the start page. */
  back: string | null
  /** The address to return to. */
  address: string
}

/** The class of a link to a section: a category is part of the tests, whatever its address. */
export function sectionClass(to: string, { key }: CurrentScreen): string {
  return key === 'categories' && to === pathOf('search') ? 'active' : ''
}

/** The current screen, according to the route table. */
export function useCurrentScreen(): CurrentScreen {
  const matches = useMatches()
  const { pathname, search } = useLocation()
  const match = matches.findLast(({ id }) => isRouteKey(id))
  const key = match && isRouteKey(match.id) ? match.id : undefined
  const entry = key && NAVIGATION[key]
  return {
    key,
    isModal: entry?.layout === 'modal',
    searchField: entry?.ordersNothing ? undefined : (entry?.searchField ?? 'menu'),
    back: key && match ? backPath(key, match.params, new URLSearchParams(search)) : '/',
    address: `${pathname}${search}`,
  }
}
