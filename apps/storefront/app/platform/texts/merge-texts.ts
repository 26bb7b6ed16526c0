/** Texts of one language: namespace, then key. */
export type Texts = Record<string, Record<string, unknown>>

/**
 * Merges the files of the languages, keyed by their paths from the folder of locales: `en/common/shell.json`
 * becomes part of en's namespace `common`, `en/cart.json` is en's namespace `cart`.
 * @throws Error when two files of a namespace share a key
 */
export function mergeTexts(files: Record<string, Record<string, unknown>>): Record<string, Texts> {
  const locales: Record<string, Texts> = {}
  for (const path of Object.keys(files).sort()) {
    const [locale, namespace] = path.replace(/\.json$/, '').split('/')
    if (!locale || !namespace) throw new Error(`Not a file of texts: ${path}`)
    const texts = locales[locale] ?? {}
    const merged = texts[namespace] ?? {}
    texts[namespace] = merged
    locales[locale] = texts
    for (const [key, value] of Object.entries(files[path] ?? {})) {
      if (key in merged) throw new Error(`The key ${key} of ${path} is already in ${locale}/${namespace}`)
      merged[key] = value
    }
  }
  return locales
}
