import { Text } from '@react-pdf/renderer'
import { createElement as h, type ReactNode } from 'react'

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
/** What the letter's type has no sign for. */
const SPELLED: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=' }

/** A text for a PDF: raised digits, which the type has only in part, are drawn small and high. */
export function richText(text: string): ReactNode[] {
  return text
    .replace(/[≤≥]/g, (sign) => SPELLED[sign]!)
    .split(/([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/)
    .map((part, index) => {
      if (index % 2 === 0) return part
      const digits = [...part].map((digit) => SUPERSCRIPTS.indexOf(digit)).join('')
      return h(Text, { key: String(index), style: { fontSize: 6.5, verticalAlign: 'super' } }, digits)
    })
}
