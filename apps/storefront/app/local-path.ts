/** The path if it is one of this shop (never another host's, however written), else undefined. */
export function localPath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith('/') || /[\\\u0000-\u001f]/.test(value)) return undefined
  const base = 'http://shop.invalid'
  const url = URL.canParse(value, base) ? new URL(value, base) : undefined
  return url && url.origin === base && !value.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : undefined
}
