import type { MailBlock, MailMessage } from '../message.ts'

/** Every kind of block in every form: all mails are made of these. */
export const EVERY_BLOCK: readonly MailBlock[] = [
  { kind: 'paragraph', text: 'First line\nsecond line' },
  { kind: 'code', label: 'Your code', code: '012345' },
  { kind: 'button', label: 'Open', url: 'https://shop.example/x?a=1&b="2"' },
  {
    kind: 'facts',
    rows: [
      ['Order', '1000014'],
      ['Your reference', 'S-7KQ2M9XA'],
    ],
  },
  {
    kind: 'list',
    title: 'Before the visit',
    items: ['Drink water', { head: 'From 5:00:', text: 'do not eat.' }],
  },
  { kind: 'list', items: ['Without a title'] },
  { kind: 'quote', text: 'one\ntwo' },
  { kind: 'alarm', text: 'Do not wait', label: 'Laboratory', phone: '+375 17 000-00-00' },
  { kind: 'qr', text: '1000021', words: 'Show the code or say 1000021' },
  { kind: 'small', text: 'Small print, улица Немига' },
]

/** A mail with all of them. */
export const mailWith = (overrides: Partial<MailMessage> = {}): MailMessage => ({
  to: { address: 'anna@mail.example' },
  locale: 'en',
  subject: 'Subject',
  firstName: 'Anna',
  above: 'Order 1000014',
  heading: 'Heading',
  blocks: [...EVERY_BLOCK],
  ...overrides,
})
