import { createContext, type HTMLAttributes, type ReactElement, useContext } from 'react'

/** A part of a page that many pages share. Its element asks for nothing around it: no context, no data of a person. */
export interface KeptPart {
  /** What it shows. */
  of: object
  /** What else decides it; null: it is one person's, and not kept. */
  variant: string | null
  /** With a key. */
  element: () => ReactElement
}

export type MarkupOf = (part: KeptPart) => string

/** Given on the server, which makes the markup of shared parts once; null in the browser. */
export const KeptMarkup = createContext<MarkupOf | null>(null)

interface KeptProps extends HTMLAttributes<HTMLElement> {
  as: 'ol' | 'p' | 'nav' | 'footer'
  parts: readonly KeptPart[]
}

/** An element whose content is kept on the server. The browser renders it as any other and finds the very markup. */
export function Kept({ as: Tag, parts, ...attributes }: KeptProps) {
  const markupOf = useContext(KeptMarkup)
  if (!markupOf) return <Tag {...attributes}>{parts.map(({ element }) => element())}</Tag>
  const markup = parts.map(markupOf).join('')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />
}
