import { useLocation, useMatches } from 'react-router'
import { backPath } from '../platform/navigation/back-path.ts'
import { isRouteKey, NAVIGATION, type RouteKey } from '../platform/navigation/navigation.ts'

export interface CurrentScreen {
  key: RouteKey | undefined
  isModal: boolean
  /** Where Back leads; null on the start page. */
  back: string | null
  /** The address, to come back to. */
  address: string
}

/** The screen that is shown, by the route table. */
export function useCurrentScreen(): CurrentScreen {
  const matches = useMatches()
  const { pathname, search } = useLocation()
  const match = matches.findLast(({ id }) => isRouteKey(id))
  const key = match && isRouteKey(match.id) ? match.id : undefined
  return {
    key,
    isModal: key !== undefined && NAVIGATION[key].layout === 'modal',
    back: key && match ? backPath(key, match.params, new URLSearchParams(search)) : '/',
    address: `${pathname}${search}`,
  }
}
