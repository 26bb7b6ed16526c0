import { expect, test } from 'vitest'
import { headingsOf } from './headings.ts'

test('second-level headings are listed with their ids, as plain text', () => {
  const html =
    '<h1 id="offer">Offer</h1><h2 id="subject">1. Subject &amp; parties</h2><p>…</p><h2 id="ваши-права">Ваши <em>права</em></h2><h3 id="x">x</h3>'
  expect(headingsOf(html)).toEqual([
    { id: 'subject', text: '1. Subject & parties' },
    { id: 'ваши-права', text: 'Ваши права' },
  ])
})

test('a document without headings has no table of contents', () => {
  expect(headingsOf('<p>Short</p>')).toEqual([])
})
