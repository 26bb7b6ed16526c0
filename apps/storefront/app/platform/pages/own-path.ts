import { DATA_SUFFIX, ROUTES } from '@shop/server/page-asked'

const HERE = 'http://shop.invalid'

/**
 * The address of a page of ours, normalised, whatever somebody says; null for another host and for the data of a page. What is
 * looked at is what a browser makes of the value, so no spelling of another host gets by.
 */
export function ownAddress(value: string | null | undefined): URL | null {
  if (!value?.startsWith('/') || !URL.canParse(value, HERE)) return null
  const url = new URL(value, HERE)
  // A browser reads a path that begins with two slashes as a host.
  const isPage = url.origin === HERE && !url.pathname.includes('//') && !url.pathname.endsWith(DATA_SUFFIX)
  if (!isPage) return null
  if (url.searchParams.has(ROUTES)) url.searchParams.delete(ROUTES)
  return url
}

/**
 * A pattern's path with its parameters encoded; what it does not name is left out.
 * @throws Error when one is missing
 */
export function fillPattern(
  pattern: string,
  params: Readonly<Record<string, string | number | undefined>>,
  key: string,
): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`${key} needs ${name}`)
    return encodeURIComponent(value)
  })
}
