import { type ComponentProps, createElement } from 'react'
import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import { createTestShop } from '../testing/test-shop.ts'
import { loadDocument } from './load-documents.server.ts'
import Document from './routes/document.tsx'

const RULES = {
  slug: 'cookie-rules',
  title: 'Cookies',
  version: '1.1',
  date: '2026-11-23',
  requiresAcceptance: false,
  html: '<h1 id="c">Cookies</h1>\n<h2 id="which">Which</h2>\n<p>Only <code>ours</code>.</p>\n<h2 id="why">Why</h2>\n<p>To find a cart.</p>\n',
}
const { shop } = createTestShop({ 'GET documents/cookie-rules': RULES })
const pageOf = (loaderData: object) =>
  pageHtml(createElement(Document, { loaderData } as ComponentProps<typeof Document>))

test('a document is shown as it was written, with its contents beside it', async () => {
  const html = await loadDocument({ shop, slug: 'cookie-rules' }).then(pageOf)
  expect(html).toContain(
    '<h1 id="c">Cookies</h1><h2 id="which">Which</h2><p>Only <code>ours</code>.</p><h2 id="why">Why</h2><p>To find a cart.</p></article>',
  )
  expect(html).toContain('<li><a href="#which">Which</a></li><li><a href="#why">Why</a></li>')
})

test('with data of the release before, the words of the document are shown', async () => {
  const { nodes: _, ...before } = await loadDocument({ shop, slug: 'cookie-rules' })
  expect(pageOf(before)).toMatch(/>Cookies\s+Which\s+Only ours\.\s+Why\s+To find a cart\.\s*<\/article>/)
})
