const BASE = 'http://shop.invalid'

/** The path if it is one of this shop (never another host's, however written), else undefined. */
export function localPath(value: string | null | undefined): string | undefined {
  // A URL parser takes `//host` and `/\host` for another host, and drops tabs and line ends before it looks.
  if (!value?.startsWith('/') || value.startsWith('//') || value.includes('\\') || /\p{Cc}/u.test(value)) {
    return undefined
  }
  if (!URL.canParse(value, BASE)) return undefined
  const url = new URL(value, BASE)
  return url.origin === BASE ? url.href.slice(BASE.length) : undefined
}
