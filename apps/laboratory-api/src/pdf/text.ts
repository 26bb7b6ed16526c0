import { Text as AnyText } from '@react-pdf/renderer'
import { type ComponentProps, createElement as h, type ReactElement } from 'react'

/** The renderer's infinity: a line never ends there. */
const NEVER = 10_000

/**
 * A text that is broken between words only. The renderer takes each change of script for a place to hyphenate, and
 * would part "эритроцита (MCV)" after the bracket.
 */
export function Text(props: ComponentProps<typeof AnyText>): ReactElement {
  return h(AnyText, { hyphenationPenalty: NEVER, ...props })
}
