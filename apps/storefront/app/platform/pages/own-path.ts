import { DATA_SUFFIX, ROUTES } from '@shop/server/page-asked'

const HERE = 'http://shop.invalid'

/**
 * The normalised address of one of our pages, for any input; null for another host and for a page's data. It checks
 * what a browser makes of the value, so no spelling of another host gets through.
 */
export function ownUrl(value: string | null | undefined): URL | null {
  const url = value?.startsWith('/') ? readUrl(value) : null
  // Browsers read a path that begins with two slashes as a host.
  if (url?.origin !== HERE || url.pathname.includes('//') || url.pathname.endsWith(DATA_SUFFIX)) return null
  if (url.searchParams.has(ROUTES)) url.searchParams.delete(ROUTES)
  return url
}

/** Not by `URL.canParse`: every page needs it, and the last browser for Android 7 (Chrome 119) does not have it. */
function readUrl(value: string): URL | null {
  try {
    return new URL(value, HERE)
  } catch {
    return null
  }
}
