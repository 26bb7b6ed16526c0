import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadPartner } from '@shop/server/partner'
import { expect, test } from 'vitest'
import { textsIn } from '../texts.ts'
import type { MailMessage } from './message.ts'
import { renderMail } from './render-mail.ts'
import { EVERY_BLOCK, mailWith } from './testing/every-block.ts'
import support from './testing/mail-programs.json' with { type: 'json' }

// What mail programs make of our HTML, by what is published about them (docs/mails.md). All mails are made of the same
// blocks, so that a mail with all of them speaks for each.

type Feature = keyof typeof support.lacking

const render = (overrides: Partial<MailMessage> = {}) =>
  renderMail(mailWith(overrides), loadPartner('synlab'), 'https://shop.example')

const { html, text } = render()
/** Without what only Outlook on Windows reads. */
const common = html.replaceAll(/<!--\[if mso\]>[\s\S]*?<!\[endif\]-->/g, '')
const [head, body] = common.split('</head>') as [string, string]
const sheets = [...head.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css!)

interface Tag {
  name: string
  attributes: Map<string, string>
  style: Map<string, string>
}

const tags: Tag[] = [...common.matchAll(/<([a-z]\w*)((?:\s[^\s=>]+(?:="[^"]*")?)*)>/g)].map(
  ([, name, rest]) => {
    const attributes = new Map(
      [...rest!.matchAll(/\s([^\s=>]+)(?:="([^"]*)")?/g)].map(([, key, value = '']) => [key!, value]),
    )
    const declarations = (attributes.get('style') ?? '').split(';').filter(Boolean)
    const style = new Map(
      declarations.map((declaration) => {
        const colon = declaration.indexOf(':')
        return [declaration.slice(0, colon), declaration.slice(colon + 1)]
      }),
    )
    return { name: name!, attributes, style }
  },
)

const ELEMENTS: Record<string, Feature | null> = {
  a: null,
  b: 'html-strong',
  blockquote: 'html-blockquote',
  body: 'html-body',
  br: null,
  div: 'html-div',
  h1: 'html-h1-h6',
  head: null,
  html: null,
  img: 'html-img',
  li: 'html-lists',
  meta: 'html-meta-color-scheme',
  p: 'html-p',
  span: 'html-span',
  style: 'html-style',
  table: 'html-table',
  td: 'html-table',
  title: null,
  tr: 'html-table',
  ul: 'html-lists',
}

const ATTRIBUTES: Record<string, Feature | null> = {
  align: 'html-align',
  alt: null,
  bgcolor: null,
  cellpadding: 'html-cellpadding',
  cellspacing: 'html-cellspacing',
  charset: null,
  class: 'css-selector-class',
  content: null,
  height: 'html-height',
  href: null,
  lang: 'html-lang',
  name: null,
  role: 'html-role',
  src: 'image-png',
  style: null,
  width: 'html-width',
  'xmlns:o': null,
}

/** Properties that are tested under another name, or not at all (null): none of them carries a meaning. */
const PROPERTIES: Record<string, Feature | null> = {
  '-webkit-text-size-adjust': null,
  'border-color': 'css-border',
  'border-top': 'css-border',
  color: null,
  'font-family': 'css-font',
  'font-variant-numeric': null,
  'mso-hide': null,
  'mso-padding-alt': null,
  'supported-color-schemes': null,
}

/** What a reader sees where a program does not support all of a feature. */
const WITHOUT: Partial<Record<Feature, string>> = {
  'css-at-media': 'padding and button of the wide mail on a phone, and the light scheme',
  'css-at-media-prefers-color-scheme': 'the light scheme, or one that the program inverts by itself',
  'css-background': 'nothing: only colours are used',
  'css-border': 'nothing: below 8 px, and on cells and links only',
  'css-border-radius': 'square corners',
  'css-color-scheme': 'as without `prefers-color-scheme`',
  'css-display':
    'nothing: `inline-block` and `block` are for paddings, and `none` is on a `<div>` without tables',
  'css-font-size': 'nothing: pixels only',
  'css-font-weight': 'nothing: 600 is bold',
  'css-height': 'nothing: the attribute is there too',
  'css-important': 'nothing: with a space before it, in sheets only',
  'css-letter-spacing': 'nothing: positive, in pixels',
  'css-line-height': 'lines somewhat further apart',
  'css-margin': 'nothing: not negative, not `auto`, not on `<span>`',
  'css-max-height': 'nothing: `display:none` hides the preview text as well',
  'css-max-width': 'the same width: Outlook gets a table of that width',
  'css-overflow': 'as `max-height`',
  'css-overflow-wrap': '`word-break`, or a long word that is cut off or makes the mail wider',
  'css-padding': 'the same: padding is on cells, and Outlook gets that of a button by `mso-padding-alt`',
  'css-selector-attribute': 'a link that Apple Mail makes of a number, in its own colour',
  'css-selector-class': 'the light scheme in Gmail with an account of another provider',
  'css-text-align': 'nothing: `center` only',
  'css-text-decoration': 'links that are underlined',
  'css-white-space': 'a reference broken at its hyphen, several spaces as one',
  'css-width': 'nothing: on pictures the attribute is there too',
  'css-word-break': '`overflow-wrap`, or a long word that is cut off or makes the mail wider',
  'html-align': 'nothing: `center` only',
  'html-body': 'nothing: the table inside has the same background',
  'html-height': 'a picture of 116 px at 120 dpi too',
  'html-lang': 'nothing: not on cells',
  'html-lists': 'bullets of the program’s own kind',
  'html-meta-color-scheme': 'as without `prefers-color-scheme`',
  'html-role': 'nothing: on tables only',
  'html-style': 'the light scheme in Gmail with an account of another provider',
  'html-width': 'a picture of 116 px at 120 dpi too',
}

const propertyFeature = (property: string): Feature | null =>
  property in PROPERTIES ? PROPERTIES[property]! : (`css-${property}` as Feature)

function usedFeatures(): Set<Feature> {
  const declared = sheets.flatMap((css) =>
    [...css.matchAll(/[{;]([\w-]+):/g)].map(([, property]) => property!),
  )
  const used = [
    ...tags.flatMap(({ name, attributes, style }) => [
      ELEMENTS[name],
      ...[...attributes.keys()].map((attribute) => ATTRIBUTES[attribute]),
      ...[...style.keys()].map(propertyFeature),
    ]),
    ...declared.map(propertyFeature),
  ]
  const rules = [
    'css-at-media',
    'css-at-media-prefers-color-scheme',
    'css-important',
    'css-selector-attribute',
  ] as const
  return new Set([...used.filter((feature) => feature !== undefined && feature !== null), ...rules])
}

test('every element, attribute and property of a mail is one whose support is known', () => {
  expect(tags.length).toBeGreaterThan(80)
  expect(new Set(tags.map(({ name }) => name).filter((name) => !(name in ELEMENTS)))).toEqual(new Set())
  const attributes = tags.flatMap((tag) => [...tag.attributes.keys()])
  expect(new Set(attributes.filter((name) => !(name in ATTRIBUTES)))).toEqual(new Set())
  const unknown = [...usedFeatures()].filter((feature) => !(feature in support.lacking))
  expect(unknown).toEqual([])
})

test('nothing is used that a program lacks, unless it is known what its reader sees instead', () => {
  const lacked = [...usedFeatures()].filter((feature) => Object.keys(support.lacking[feature]).length > 0)
  expect(lacked.toSorted()).toEqual(Object.keys(WITHOUT).toSorted())
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/mails.md'), 'utf8')
  expect(support.programs.length).toBe(9)
  expect(document).toContain(/at ([0-9a-f]{12})/.exec(support.source)![1])
})

test('what has a padding or a background that matters is a cell, since Outlook gives these to cells only', () => {
  const isNone = (value: string | undefined) => !value || /^(?:0(?:px)?\s*)+$/.test(value)
  const padded = tags.filter(({ name, style }) => name !== 'td' && !isNone(style.get('padding')))
  // The cell around a button has the same in Outlook's own words; a number to call is only larger to the touch.
  expect(new Set(padded.map(({ name }) => name))).toEqual(new Set(['a']))
  expect(body).toMatch(/mso-padding-alt:12px 24px"><a class="button/)
  const coloured = tags.filter(
    ({ name, style }) => style.has('background') && !/^(?:td|a|body|img)$/.test(name),
  )
  expect(coloured.map(({ attributes }) => attributes.get('class'))).toEqual(['page'])
  const edged = tags.filter(
    ({ name, style }) =>
      !/^(?:td|a)$/.test(name) && /border-?(?:top|left)?$/.test([...style.keys()].join(' ')),
  )
  expect(edged).toEqual([])
})

test('Outlook on Windows gets the width and a typeface that it has', () => {
  expect(html).toMatch(
    /<!--\[if mso\]><table [^>]*width="560"[^>]*><tr><td><!\[endif\]-->\s*<table [^>]*max-width:560px/,
  )
  expect(html).toMatch(/<!--\[if mso\]><\/td><\/tr><\/table><!\[endif\]-->/)
  expect(html).toMatch(/<!--\[if mso\]><style>body,td,p,a,li,h1\{font-family:'Segoe UI',Arial/)
})

test('sheets are as Gmail and Outlook read them: small, without comments, with a space before `!important`', () => {
  for (const css of sheets) {
    expect(css.length).toBeLessThan(4096)
    expect(css).not.toMatch(/\/\*|\S!important|@import|url\(/)
    expect(css.split('{').length).toBe(css.split('}').length)
  }
  expect(body).not.toContain('!important')
  // What a program may not understand cannot take the dark scheme with it.
  expect(sheets.filter((css) => css.includes('['))).toEqual([
    'a[x-apple-data-detectors]{color:inherit !important;text-decoration:none !important}',
  ])
})

test('all colours are hexadecimal, and all lengths are in pixels or percent', () => {
  expect(common).not.toMatch(/\b(?:rgba?|hsla?|oklch|var|calc|clamp|min|max)\(/)
  expect(common).not.toMatch(/\d(?:rem|em|vw|vh|ch|pt)\b/)
})

test('tables only place their cells, and say so to screen readers', () => {
  const tables = [...html.matchAll(/<table([^>]*)>/g)].map(([, attributes]) => attributes!)
  expect(tables.length).toBeGreaterThan(10)
  for (const attributes of tables)
    expect(attributes).toMatch(/role="presentation" cellpadding="0" cellspacing="0"/)
})

test('pictures have an alternative text and their size, as attributes and as style', () => {
  const pictures = tags.filter(({ name }) => name === 'img')
  expect(pictures).toHaveLength(1)
  for (const { attributes, style } of pictures) {
    // Empty: the words beside it say the same.
    expect(attributes.get('alt')).toBe('')
    expect(style.get('width')).toBe(`${attributes.get('width')}px`)
    expect(style.get('height')).toBe(`${attributes.get('height')}px`)
    expect(attributes.get('src')).toMatch(/^cid:/)
  }
})

test('links are whole addresses, and what is pressed is at least 44 px high', () => {
  for (const { name, attributes, style } of tags.filter(({ name }) => name === 'a')) {
    expect(attributes.get('href'), name).toMatch(/^(?:https:\/\/|tel:\+)/)
    const [above, , below = above] = (style.get('padding') ?? '').split(' ').map(Number.parseFloat)
    const isText = !style.has('padding')
    const edge = style.has('border') ? 2 : 0
    if (!isText)
      expect(above! + below! + edge + Number.parseFloat(style.get('line-height')!)).toBeGreaterThanOrEqual(44)
  }
})

test('the plain text says what the HTML shows, in the same order', () => {
  const shown = body
    .replace(/<div style="display:none[\s\S]*?<\/div>/, '')
    .replaceAll(/<br>|<\/?(?:p|td|li|h1)\b[^>]*>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  // The brand is the sender's name.
  expect(shown.shift()).toBe('Norma')
  expect(shown.length).toBeGreaterThan(EVERY_BLOCK.length + 5)
  let at = 0
  for (const line of shown) {
    const found = text.indexOf(line, at)
    expect(found, line).toBeGreaterThanOrEqual(at)
    at = found
  }
})

/** Gmail shows the rest of a longer mail only on request. */
const GMAIL_CLIPS_AT = 102 * 1024

test('the longest mail, about a visit of fifty people, is shown whole by Gmail', () => {
  const t = textsIn('ru')
  const list = (number: number) => ({
    kind: 'list' as const,
    title: t('mails:preparation.title', { firstName: `Александра-Виктория ${number}` }),
    items: [
      {
        head: `${t('cart:preparation.from', { moment: 'пт, 9 мар., 5:00' })}:`,
        text: `${t('cart:preparation.noFood')}.`,
      },
      t('cart:preparation.urine'),
      'Накануне исключить физическую нагрузку, алкоголь и жирную пищу; за сутки не принимать лекарства без согласования с врачом.',
    ],
  })
  const mail = render({
    locale: 'ru',
    blocks: [...EVERY_BLOCK, ...Array.from({ length: 50 }, (_, number) => list(number))],
  })
  expect(Buffer.byteLength(mail.html)).toBeLessThan(GMAIL_CLIPS_AT)
  expect(Buffer.byteLength(html)).toBeLessThan(GMAIL_CLIPS_AT / 8)
})
