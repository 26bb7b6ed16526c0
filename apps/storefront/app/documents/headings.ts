export interface Heading {
  id: string
  text: string
}

const HEADING = /<h2 id="([^"]+)">([\s\S]*?)<\/h2>/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}

/** The second-level headings of a rendered document, without their markup, for its table of contents. */
export function headingsOf(html: string): Heading[] {
  return [...html.matchAll(HEADING)].map(([, id = '', inner = '']) => ({
    id,
    text: inner
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity),
  }))
}
