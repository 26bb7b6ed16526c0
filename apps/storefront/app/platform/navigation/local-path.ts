import { matchPath } from 'react-router'
import { ownUrl } from '../pages/own-path.ts'
import { NAVIGATION, type RouteKey } from './navigation.ts'

const SCREENS = Object.entries(NAVIGATION).map(([key, { path }]) => ({ key: key as RouteKey, path }))

/** The screen that a path of the shop belongs to. */
export function screenAt(pathname: string): RouteKey | undefined {
  return SCREENS.find(({ path }) => matchPath(path, pathname))?.key
}

/** Where an address or a form may redirect a visitor: the path of one of the shop's screens, else undefined. */
export function localPath(value: string | null | undefined): string | undefined {
  const url = ownUrl(value)
  return url && screenAt(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : undefined
}
