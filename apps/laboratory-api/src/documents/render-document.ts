import { Marked } from 'marked'

/** `Your rights (Article 10)` -> `your-rights-article-10`; letters of any script are kept. */
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

/** Our own Markdown (never a visitor's) as HTML; its headings get ids for a table of contents. */
export function renderDocument(markdown: string): string {
  // A wide table scrolls on a phone, so it must be focusable by keyboard.
  return marked.parse(markdown, { async: false }).replaceAll('<table>', '<table tabindex="0">')
}
