import { LOCALES } from '@shop/domain/locale'
import { loadPartner } from '@shop/server/partner'
import { compiledMessages } from '@shop/texts/compiled-messages'
import type { TextKey } from '@shop/texts/create-texts'
import { expect, test } from 'vitest'
import { textsIn } from '../texts.ts'
import type { MailMessage } from './message.ts'
import { renderMail } from './render-mail.ts'
import { mailWith } from './testing/every-block.ts'

const partner = loadPartner('synlab')

const render = (overrides?: Partial<MailMessage>) =>
  renderMail(mailWith(overrides), partner, 'https://shop.example')

test('the text says what the HTML says', () => {
  const { text, html } = render()
  for (const part of [
    'Hello Anna,',
    'Heading',
    'second line',
    '012345',
    'Drink water',
    'Small print',
    'Show the code or say 1000021',
    'Do not wait',
    '+375 17 000-00-00',
    '1000014',
  ]) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
  expect(text).toContain('Open:\nhttps://shop.example/x?a=1&b="2"')
  expect(text).toContain('> one\n> two')
  expect(text).toContain('- From 5:00: do not eat.')
  expect(html).toContain('<b>From 5:00:</b> do not eat.')
  expect(html).toContain('href="tel:+375170000000"')
})

test('a list of mails shows the first sentence beside the subject', () => {
  expect(render().html).toMatch(/<div style="display:none[^"]*">First line/)
})

test('text that people typed cannot become markup', { tags: ['ASVS-1.2.1'] }, () => {
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

test('a reference that people quote is not broken at the end of a line', () => {
  const text = 'Your reference number is S-7KQ2M9XA.'
  const { html } = render({
    blocks: [
      { kind: 'paragraph', text },
      { kind: 'facts', rows: [['It', 'D-LHD5DS98']] },
    ],
  })
  expect(html).toContain('<span style="white-space:nowrap">S-7KQ2M9XA</span>.')
  expect(html).toContain('<span style="white-space:nowrap">D-LHD5DS98</span>')
})

test('a URL in a link cannot leave its attribute', { tags: ['ASVS-1.2.2'] }, () => {
  expect(render().html).toContain('href="https://shop.example/x?a=1&amp;b=&quot;2&quot;"')
})

test('the HTML names its language, follows the dark scheme and loads nothing from elsewhere', () => {
  const { html, pictures } = render({ locale: 'ru' })
  expect(html).toContain('<html lang="ru" ')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).not.toMatch(/<link|@import|url\(/)
  expect([...html.matchAll(/src="([^"]*)/g)].map(([, source]) => source)).toEqual(
    pictures.map(({ cid }) => `cid:${cid}`),
  )
})

test.each([
  [
    'en',
    'A nurse comes: Minsk, улица Немига, 12, 48',
    'A nurse comes: Minsk, <span lang="ru">улица Немига, 12, 48</span>',
  ],
  ['pl', 'Mińsk, вуліца Нёманская, 3', 'Mińsk, <span lang="be">вуліца Нёманская, 3</span>'],
  ['be', 'Мінск, улица Кирова, 5', 'Мінск, <span lang="ru">улица Кирова, </span>5'],
  ['ru', 'Минск, улица Немига, 12', 'Минск, улица Немига, 12'],
  ['en', 'Total: 16.90 BYN', 'Total: 16.90 BYN'],
] as const)('in a mail in %s, “%s” is marked where it is in another language', (locale, value, marked) => {
  const { html, text } = render({ locale, blocks: [{ kind: 'facts', rows: [['Place', value]] }] })
  expect(html).toContain(`>${marked}</td>`)
  expect(text).toContain(`Place: ${value}\n`)
})

test('in a sentence only the words of another language are marked, and typed markup is escaped', () => {
  const text = 'The visit at улица Немига, 12. is <b>moved</b>, Анна.'
  const { html } = render({ blocks: [{ kind: 'paragraph', text }] })
  expect(html).toContain(
    'The visit at <span lang="ru">улица Немига, 12</span>. is &lt;b&gt;moved&lt;/b&gt;, <span lang="ru">Анна</span>.</p>',
  )
})

test('a mail has its partner’s name, colour and address, in the reader’s language', () => {
  const vesna = loadPartner('vesna')
  const { text, html } = renderMail(mailWith({ locale: 'pl' }), vesna, 'https://shop.example')
  for (const own of [vesna.texts.pl.company, vesna.texts.pl.address]) {
    expect(text).toContain(own)
    expect(html.replaceAll('\u00a0', ' ')).toContain(own)
  }
  expect(html).toContain(`>${vesna.brand}</a>`)
  expect(html).toContain(`background:${vesna.colour}`)
  expect(html).not.toContain(partner.colour)
})

test('in an address an abbreviation and what it belongs to are on one line', () => {
  expect(render({ locale: 'ru' }).html).toContain('220000, г.\u00a0Минск, ул.\u00a0Демонстрационная, 1')
})

test('subjects reveal nothing about health', () => {
  const values = { code: '123456', reference: 'S-1', number: '1000014' }
  for (const locale of LOCALES) {
    const t = textsIn(locale)
    const keys = Object.keys(compiledMessages(locale)).filter(isSubject)
    expect(keys.length).toBeGreaterThan(10)
    for (const key of keys) {
      expect(t(key, values)).toMatch(/\S/)
      // This one says that results are ready, but not whose or which.
      if (key === 'mails:result.subject') continue
      expect(t(key, values)).not.toMatch(/analys|test|result|анализ|аналіз|результат|вынік|wynik|badani/i)
    }
  }
})

type Subject = Extract<TextKey, `mails:${string}.subject`>

function isSubject(key: string): key is Subject {
  return /^mails:.*\.subject$/.test(key)
}
