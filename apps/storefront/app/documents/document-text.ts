import { createElement, type ReactNode } from 'react'

export interface DocumentElement {
  tag: string
  attributes?: Record<string, string>
  children?: DocumentNode[]
}
/** A text, or an element that a document may contain. */
export type DocumentNode = string | DocumentElement

/** A part of a document as React renders it. */
export function renderNode(node: DocumentNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, attributes, children = [] } = node
  return createElement(tag, attributes, ...children.map(renderNode))
}
