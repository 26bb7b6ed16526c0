import { renderToString } from 'react-dom/server'
import type { MarkupOf } from './kept-markup.tsx'

/** About a kilobyte each. When so many are kept, all are forgotten: the next pages keep what is asked for now. */
const AT_MOST = 8_000

let kept = new WeakMap<object, Map<string, string>>()
let count = 0

/** Markup as React makes it at this place of a page, made once per object and variant. */
export const keptMarkupOf: MarkupOf = ({ of, variant, element }) => {
  if (variant === null) return renderToString(element())
  const known = kept.get(of)?.get(variant)
  if (known !== undefined) return known
  // Made flat: a text of joined pieces would be walked through each time that it is copied.
  const markup = Buffer.from(renderToString(element())).toString()
  if (count >= AT_MOST) {
    kept = new WeakMap()
    count = 0
  }
  count++
  const variants = kept.get(of) ?? new Map<string, string>()
  kept.set(of, variants.set(variant, markup))
  return markup
}
