import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { renderNode } from './document-text.ts'
import { documentTree } from './document-tree.server.ts'

const shown = (html: string) =>
  renderToStaticMarkup(createElement('article', null, ...documentTree(html).nodes.map(renderNode)))
    .replace(/^<article>/, '')
    .replace(/<\/article>$/, '')

test('second-level headings are listed with their ids, as plain text', () => {
  const html =
    '<h1 id="offer">Offer</h1><h2 id="subject">1. Subject &amp; parties</h2><p>…</p><h2 id="ваши-права">Ваши <em>права</em></h2><h2>Unnamed</h2><h3 id="x">x</h3>'
  expect(documentTree(html).headings).toEqual([
    { id: 'subject', text: '1. Subject & parties' },
    { id: 'ваши-права', text: 'Ваши права' },
  ])
})

test('a document without headings has no table of contents', () => {
  expect(documentTree('<p>Short</p>').headings).toEqual([])
})

const TABLE =
  '<table tabindex="0">\n<thead>\n<tr>\n<th>Data</th>\n<th align="left">What "for"</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>Name</td>\n<td><em>account</em></td>\n</tr>\n<tr>\n<td>Phone</td>\n<td align="left">visit</td>\n</tr>\n</tbody></table>'

test('each cell carries the heading of its column, and a table is no keyboard stop', () => {
  expect(shown(`<p>Before</p>\n${TABLE}`)).toBe(
    '<p>Before</p><table><thead><tr><th>Data</th><th align="left">What &quot;for&quot;</th></tr></thead><tbody><tr><td data-label="Data">Name</td><td data-label="What &quot;for&quot;"><em>account</em></td></tr><tr><td data-label="Data">Phone</td><td align="left" data-label="What &quot;for&quot;">visit</td></tr></tbody></table>',
  )
})

test('an open page of the release before gets the same document as HTML, its cells labelled', () => {
  expect(documentTree(TABLE).html).toContain('<td data-label="What &quot;for&quot;"><em>account</em></td>')
})

test('texts, lists and links are shown as they were written', () => {
  const html =
    '<h2 id="a">A &amp; b</h2>\n<p>One <strong>two</strong> <em>three</em><br>four\nfive &lt;six&gt;</p>\n<ul>\n<li><a href="/documents/cookie-rules">rules</a></li>\n<li><a href="mailto:a@b.test">mail</a>, <code>x</code></li>\n</ul>\n<ol start="3">\n<li><p>late</p>\n</li>\n</ol>\n<hr>\n'
  const between = /\n(?=<(?:p|ul|ol|li|\/ul|\/ol|hr)\b)|\n$/g
  expect(shown(html)).toBe(html.replaceAll(between, '').replace('<br>', '<br/>').replace('<hr>', '<hr/>'))
})

test('nothing but text comes of elements, attributes and addresses that a document does not need', {
  tags: ['ASVS-1.2.1'],
}, () => {
  const html =
    '<script>alert(1)</script><style>p{}</style><!-- note --><p onclick="x()" style="color:red" class="y">Text <span>of <b>all</b></span><img src="x" onerror="x()"></p><iframe src="/x"></iframe><svg><a href="/y"><title>drawn</title></a></svg><a href=" java\nscript:alert(1)">here</a>'
  expect(shown(html)).toBe('<p>Text of all</p><a href="/y">drawn</a><a>here</a>')
})
