import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

type CardProps = Omit<ComponentProps<'div'>, 'className'> & {
  as?: 'div' | 'section' | 'article' | 'aside' | 'li'
  /** Without padding: the content reaches the edges. */
  flush?: boolean
  /** A summary with space between its parts. */
  stacked?: boolean
}

/** A surface for what belongs together. */
export function Card({ as: Element = 'div', flush = false, stacked = false, ...rest }: CardProps) {
  const className = classNames(styles.card, flush && styles.flush, stacked && 'stack')
  // The elements share the attributes that a card takes, but their types do not say so.
  const Any = Element as 'div'
  return <Any className={className} {...rest} />
}

/** The class of a link that is a card. */
export const cardLinkClass = classNames(styles.card, styles.link)
