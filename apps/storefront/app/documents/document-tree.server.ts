import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment, serialize } from 'parse5'
import type { DocumentElement, DocumentNode } from './document-text.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const LABEL = 'data-label'
const { isElementNode, isTextNode } = defaultTreeAdapter

/** What may stand in a document, and which of its attributes are kept; of any other element only the words are. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  h1: ['id'],
  h2: ['id'],
  h3: ['id'],
  h4: ['id'],
  p: [],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  hr: [],
  pre: [],
  // Not `tabindex`: on a phone the cells are stacked, so a table never scrolls and need not be a keyboard stop.
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['align'],
  td: ['align', LABEL],
  a: ['href', 'title'],
  strong: [],
  em: [],
  del: [],
  code: [],
  br: [],
}
const WORDLESS = new Set(['script', 'style'])
/** Between their children, spaces and line breaks mean nothing. */
const WITHOUT_WORDS = new Set(['ul', 'ol', 'blockquote', 'table', 'thead', 'tbody', 'tr'])
const LINKED = new Set(['https:', 'http:', 'mailto:', 'tel:'])

export interface Heading {
  id: string
  text: string
}

export interface DocumentTree {
  nodes: DocumentNode[]
  /** The second-level headings, as plain text, for a table of contents. */
  headings: Heading[]
  /** The same document as HTML. */
  html: string
}

/** A document of the main API as elements that the page may contain; each cell of a table has its column's heading. */
export function documentTree(html: string): DocumentTree {
  const fragment = parseFragment(html)
  const elements = elementsIn(fragment.childNodes)
  for (const table of elements.filter(({ tagName }) => tagName === 'table')) labelCells(table)
  const headings = elements
    .filter(({ tagName }) => tagName === 'h2')
    .flatMap((heading) => {
      const id = heading.attrs.find(({ name }) => name === 'id')?.value
      return id ? [{ id, text: plainText(heading.childNodes) }] : []
    })
  return { nodes: nodesOf(fragment.childNodes, true), headings, html: serialize(fragment) }
}

function elementsIn(nodes: readonly Node[]): Element[] {
  return nodes.filter(isElementNode).flatMap((element) => [element, ...elementsIn(element.childNodes)])
}

function plainText(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (isTextNode(node)) return node.value
      return isElementNode(node) ? plainText(node.childNodes) : ''
    })
    .join('')
}

/** On a phone the cells are stacked, each below its column's heading. */
function labelCells(table: Element): void {
  // Pages of the release before show the HTML.
  table.attrs = table.attrs.filter(({ name }) => name !== 'tabindex')
  const inTable = elementsIn(table.childNodes)
  const labels = inTable
    .filter(({ tagName }) => tagName === 'th')
    .map((head) => plainText(head.childNodes).trim())
  for (const row of inTable.filter(({ tagName }) => tagName === 'tr')) {
    const cells = row.childNodes.filter(isElementNode)
    for (const [column, cell] of cells.entries())
      if (cell.tagName === 'td') cell.attrs.push({ name: LABEL, value: labels[column] ?? '' })
  }
}

function nodesOf(nodes: readonly Node[], withoutWords: boolean): DocumentNode[] {
  const kept: DocumentNode[] = []
  for (const node of nodes.flatMap((one) => nodeOf(one, withoutWords))) {
    const last = kept.at(-1)
    if (typeof node === 'string' && typeof last === 'string') kept[kept.length - 1] = last + node
    else kept.push(node)
  }
  return kept
}

function nodeOf(node: Node, withoutWords: boolean): DocumentNode[] {
  if (isTextNode(node)) return withoutWords && node.value.trim() === '' ? [] : [node.value]
  if (!isElementNode(node) || WORDLESS.has(node.tagName)) return []
  if (!Object.hasOwn(ELEMENTS, node.tagName)) return nodesOf(node.childNodes, withoutWords)
  return [elementOf(node)]
}

function elementOf({ tagName, attrs, childNodes }: Element): DocumentElement {
  const kept = attrs.filter(
    ({ name, value }) => ELEMENTS[tagName]!.includes(name) && (name !== 'href' || isLinked(value)),
  )
  const children = nodesOf(childNodes, WITHOUT_WORDS.has(tagName))
  return {
    tag: tagName,
    ...(kept.length > 0
      ? { attributes: Object.fromEntries(kept.map(({ name, value }) => [name, value])) }
      : {}),
    ...(children.length > 0 ? { children } : {}),
  }
}

function isLinked(address: string): boolean {
  const base = 'https://shop.invalid'
  return URL.canParse(address, base) && LINKED.has(new URL(address, base).protocol)
}
