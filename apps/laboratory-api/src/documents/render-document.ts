import { Marked } from 'marked'

/** `Your rights (Article 10)` -> `your-rights-article-10`; letters of any script stay. */
function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      return `<h${depth} id="${headingId(html)}">${html}</h${depth}>\n`
    },
  },
})

/** Markdown of our own (never of a visitor) as HTML, its headings with ids for a table of contents. */
export function renderDocument(markdown: string): string {
  // A wide table scrolls on a phone: then the keyboard has to reach it.
  return marked.parse(markdown, { async: false }).replaceAll('<table>', '<table tabindex="0">')
}
