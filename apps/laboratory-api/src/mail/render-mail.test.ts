import { LOCALES } from '@shop/domain/locale'
import { loadPartner } from '@shop/server/partner'
import { expect, test } from 'vitest'
import { mailTexts } from './mail-texts.ts'
import type { MailMessage } from './message.ts'
import { renderMail } from './render-mail.ts'

const partner = loadPartner('synlab')

function message(overrides: Partial<MailMessage> = {}): MailMessage {
  return {
    to: { address: 'anna@mail.example' },
    locale: 'en',
    subject: 'Subject',
    firstName: 'Anna',
    heading: 'Heading',
    blocks: [
      { kind: 'paragraph', text: 'First line\nsecond line' },
      { kind: 'code', label: 'Your code', code: '012345' },
      { kind: 'button', label: 'Open', url: 'https://shop.example/x?a=1&b="2"' },
      { kind: 'facts', rows: [['Order', '1000014']] },
      { kind: 'list', title: 'Before the visit', items: ['Drink water'] },
      { kind: 'quote', text: 'one\ntwo' },
      { kind: 'small', text: 'Small print' },
    ],
    ...overrides,
  }
}
const render = (overrides?: Partial<MailMessage>) =>
  renderMail(message(overrides), partner, 'https://shop.example')

test('the text says what the HTML says', () => {
  const { text, html } = render()
  for (const part of [
    'Hello Anna,',
    'Heading',
    'second line',
    '012345',
    'Drink water',
    'Small print',
    '1000014',
  ]) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
  expect(text).toContain('Open:\nhttps://shop.example/x?a=1&b="2"')
  expect(text).toContain('> one\n> two')
})

test('what people typed cannot become markup', () => {
  const { html } = render({
    firstName: '<img src=x>',
    heading: '<script>',
    blocks: [
      { kind: 'quote', text: '<b>"&' },
      { kind: 'facts', rows: [['<i>', '<u>']] },
      { kind: 'list', items: ['<li>'] },
    ],
  })
  expect(html).not.toMatch(/<script>|<img|<b>|<i>|<u>|<li><li>/)
  expect(html).toContain('&lt;b&gt;&quot;&amp;')
})

test('an address in a link cannot leave its attribute', () => {
  expect(render().html).toContain('href="https://shop.example/x?a=1&amp;b=&quot;2&quot;"')
})

test('the HTML names its language, follows the dark scheme and loads nothing from elsewhere', () => {
  const { html } = render({ locale: 'ru' })
  expect(html).toContain('<html lang="ru">')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).not.toMatch(/<img|<link|@import|url\(/)
})

test('a mail wears its partner’s name, colour and address, in the reader’s language', () => {
  const vesna = loadPartner('vesna')
  const { text, html } = renderMail(message({ locale: 'pl' }), vesna, 'https://shop.example')
  for (const own of [vesna.texts.pl.company, vesna.texts.pl.address]) {
    expect(text).toContain(own)
    expect(html).toContain(own)
  }
  expect(html).toContain(`>${vesna.brand}</a>`)
  expect(html).toContain(`background:${vesna.colour}`)
  expect(html).not.toContain(partner.colour)
})

test('every language has every text, and its own', () => {
  const read = (texts: object): string[] =>
    Object.values(texts).flatMap((text) =>
      typeof text === 'object' ? read(text) : [typeof text === 'function' ? text('X') : text],
    )
  const all = LOCALES.map((locale) => read(mailTexts(locale)))
  for (const texts of all) expect(texts.every((text) => text.trim().length > 3)).toBe(true)
  const [english, ...others] = all
  for (const texts of others) {
    expect(texts).toHaveLength(english!.length)
    expect(texts.filter((text, index) => text === english![index])).toEqual([])
  }
})

test('subjects name no health matter', () => {
  for (const locale of LOCALES) {
    const { confirm, confirmNew, reset, changed, passwordChanged, supportCopy } = mailTexts(locale)
    const subjects = [reset, changed, passwordChanged].map(({ subject }) => subject)
    const withCode = [confirm, confirmNew].map(({ subject }) => subject('123456'))
    for (const subject of [...subjects, ...withCode, supportCopy.subject('S-1')]) {
      expect(subject).not.toMatch(/analys|test|result|анализ|аналіз|результат|вынік|wynik|badani/i)
    }
  }
})
