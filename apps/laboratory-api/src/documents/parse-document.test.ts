import { loadPartner } from '@shop/server/partner'
import { expect, test } from 'vitest'
import { parseDocument } from './parse-document.ts'
import { renderDocument } from './render-document.ts'

const partner = loadPartner('synlab')
const house = { partner, kept: { results: null, orders: null } }
const FRONT = '---\ntitle: Rules\ndate: 2026-01-01\nrequiresAcceptance: true\n---\n'

test('front matter and text are read, and the partner’s details are filled in by language', () => {
  const parsed = parseDocument(`${FRONT}By {{company}}, {{phone}}.`, { ...house, locale: 'ru' })
  expect(parsed).toEqual({
    title: 'Rules',
    date: '2026-01-01',
    requiresAcceptance: true,
    markdown: 'By ООО «Норма Лаборатории» (демонстрационная организация), +375 17 000-00-00.',
  })
})

test('a real partner is not called a demonstration', () => {
  const texts = { ...partner.texts, en: { ...partner.texts.en, demonstration: null } }
  const real = { ...partner, texts }
  expect(
    parseDocument(`${FRONT}**{{demonstration}}**\n\nText`, { ...house, partner: real, locale: 'en' })
      .markdown,
  ).toBe('\nText')
})

test('an unknown placeholder is refused', () => {
  expect(() => parseDocument(`${FRONT}{{compny}}`, { ...house, locale: 'en' })).toThrow(
    'unknown placeholder {{compny}}',
  )
})

test('missing or malformed front matter is refused', () => {
  for (const text of [
    'Text',
    '---\ntitle: Rules\n---\nText',
    FRONT.replace('true', 'yes'),
    FRONT.replace('2026-01-01', '1 January'),
    FRONT.replace('---\n', '---\nauthor: me\n'),
  ]) {
    expect(() => parseDocument(text, { ...house, locale: 'en' })).toThrow()
  }
})

test('headings get ids made of their own letters', () => {
  expect(renderDocument('## 1. Your *rights* (Art. 10)\n\n## Ваши права')).toBe(
    '<h2 id="1-your-rights-art-10">1. Your <em>rights</em> (Art. 10)</h2>\n<h2 id="ваши-права">Ваши права</h2>\n',
  )
})
