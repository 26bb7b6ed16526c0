import { pageAsked } from '@shop/server/page-asked'
import { matchPath } from 'react-router'
import { NAVIGATION, type RouteKey } from './navigation.ts'

const BASE = 'http://shop.invalid'
const SCREENS = Object.entries(NAVIGATION).map(([key, { path }]) => ({ key: key as RouteKey, path }))

/** The screen that a path of the shop belongs to. */
export function screenAt(pathname: string): RouteKey | undefined {
  return SCREENS.find(({ path }) => matchPath(path, pathname))?.key
}

/**
 * Where a visitor may be led whom an address or a form sends somewhere: the normalised path of one of the shop's
 * screens, else undefined. What is matched is what a browser makes of the value, so no spelling of another host gets by.
 */
export function localPath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith('/') || !URL.canParse(value, BASE)) return undefined
  const url = new URL(value, BASE)
  // A browser reads a path that begins with two slashes as a host; the router's data requests are no pages.
  const { isData, routes, url: page } = pageAsked(url)
  const isPage = url.origin === BASE && !url.pathname.includes('//') && !isData
  if (!isPage || !screenAt(url.pathname)) return undefined
  const { pathname, search, hash } = routes ? page : url
  return `${pathname}${search}${hash}`
}
