import { shopLink } from '@shop/contract/page-links'
import type { Partner } from '@shop/contract/partner'
import { mixColours } from '@shop/domain/colour'
import { languageOfName } from '@shop/domain/language-of-name'
import type { Locale } from '@shop/domain/locale'
import { html } from 'hono/html'
import { textsIn } from '../texts.ts'
import type { MailBlock, MailMessage } from './message.ts'
import { qrPicture } from './qr-picture.ts'

const INK = '#1f2937'
const SOFT_INK = '#5b6472'
const WHITE = '#ffffff'
const HAIRLINE = '#e8e4de'
const ALARM = { ink: '#8f1717', wash: '#fdecec', edge: '#c22f2f' }
/** 3 cm on paper, so that a hand scanner can read it. */
const QR_SIDE = 116
/** Twice the displayed resolution, for high-density screens. */
const QR_SCALE = 8
const FONT = "font-family:'Golos Text','Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// Mail programs that support the dark scheme get it by class; the inline styles are for those that do not. Elements
// that some programs invert on their own have background and text colour on the same element, so that both change.
const dark = (colour: string) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#141a24!important}.card{background:#1d2532!important;border-color:#344054!important}
.ink{color:#eef1f5!important}.soft{color:#aab3c0!important}.code,.quote{background:#27313f!important;color:#fff!important}
.alarm{background:#3b1d20!important;color:#ffd5d1!important;border-color:#ff8a80!important}
.button{background:${mixColours(colour, WHITE, 0.78)}!important;color:${mixColours(colour, '#000000', 0.5)}!important}.line{border-color:#344054!important}}`

const escapeHtml = (text: string) => String(html`${text}`)

/** The reference of a message or a request: quoted in one piece, so it is not broken at its hyphen. */
const REFERENCE = /\b[DS]-[0-9A-Z]{8}\b/g

const lines = (text: string) =>
  escapeHtml(text)
    .replaceAll('\n', '<br>')
    .replaceAll(REFERENCE, (reference) => `<span style="white-space:nowrap">${reference}</span>`)

/** Words in Cyrillic, with what is between and after them, such as a street with its number. */
const CYRILLIC_RUN = /([а-яёўі](?:[-а-яёўі\d\s.,/«»№]*[а-яёўі\d»])?)/i
/** In a mail that is itself in Cyrillic, the letters of a part show its language. */
const PARTS = /(?<=, |: |\n)/

/** Text with the language marked where it is not the mail's: a street as it was typed, a name of the catalogue. */
function ownLanguages(text: string, locale: Locale): string {
  const parts = text.split(locale === 'en' || locale === 'pl' ? CYRILLIC_RUN : PARTS)
  return parts
    .map((part) => {
      const language = languageOfName(part, locale)
      return language ? `<span lang="${language}">${lines(part)}</span>` : lines(part)
    })
    .join('')
}

function blockToText(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'small':
      return block.text
    case 'qr':
      return block.words
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'code':
      return `${block.label}: ${block.code}`
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'list':
      return [...(block.title ? [block.title] : []), ...block.items.map((item) => `- ${item}`)].join('\n')
    case 'alarm':
      return `${block.text}\n${block.label}: ${block.phone}`
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
  }
}

/** Identifies the picture within its mail only. */
const qrId = (text: string) => `${text}@code.invalid`

const dialled = (phone: string) => phone.replace(/[^+\d]/g, '')

/** The first row is what people look for: when the visit is. */
function factRow([label, value]: readonly [string, string], index: number, locale: Locale): string {
  const edge = index === 0 ? '' : `;border-top:1px solid ${HAIRLINE}`
  const weight = index === 0 ? ';font-weight:600' : ''
  return `<tr><td class="soft line" style="padding:8px 16px 8px 0;color:${SOFT_INK};vertical-align:top${edge}">${escapeHtml(label)}</td><td class="ink line" style="padding:8px 0;overflow-wrap:anywhere;color:${INK};vertical-align:top;font-variant-numeric:tabular-nums${weight}${edge}">${ownLanguages(value, locale)}</td></tr>`
}

function blockToHtml(block: MailBlock, colour: string, locale: Locale): string {
  const inHtml = (text: string) => ownLanguages(text, locale)
  switch (block.kind) {
    case 'paragraph':
      return `<p class="ink" style="margin:0 0 16px;color:${INK}">${inHtml(block.text)}</p>`
    case 'small':
      return `<p class="soft" style="margin:0 0 12px;font-size:14px;line-height:20px;color:${SOFT_INK}">${inHtml(block.text)}</p>`
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:13px 24px;background:${colour};color:#ffffff;border-radius:10px;text-decoration:none;font-weight:600">${escapeHtml(block.label)}</a></td></tr></table>`
    case 'code':
      return `<p class="soft" style="margin:0 0 8px;color:${SOFT_INK}">${escapeHtml(block.label)}</p><p class="code" style="margin:0 0 24px;padding:16px 24px;background:${mixColours(colour, WHITE, 0.92)};color:${colour};border-radius:12px;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;text-align:center;font-variant-numeric:tabular-nums">${escapeHtml(block.code)}</p>`
    case 'facts':
      return `<table cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 20px;font-size:16px;line-height:24px">${block.rows.map((row, index) => factRow(row, index, locale)).join('')}</table>`
    case 'list':
      return `${block.title ? `<p class="ink" style="margin:0 0 4px;color:${INK};font-weight:600">${inHtml(block.title)}</p>` : ''}<ul class="ink" style="margin:0 0 16px;padding-left:24px;color:${INK}">${block.items.map((item) => `<li>${inHtml(item)}</li>`).join('')}</ul>`
    case 'alarm':
      return `<p class="alarm" style="margin:0 0 16px;padding:14px 16px;background:${ALARM.wash};color:${ALARM.ink};border-left:4px solid ${ALARM.edge};border-radius:4px;font-weight:600">${lines(block.text)}<br>${escapeHtml(block.label)}: <a class="alarm" href="tel:${dialled(block.phone)}" style="background:${ALARM.wash};color:${ALARM.ink};white-space:nowrap">${escapeHtml(block.phone)}</a></p>`
    case 'qr':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px"><tr><td style="padding:0 16px 0 0"><img src="cid:${qrId(block.text)}" width="${QR_SIDE}" height="${QR_SIDE}" alt="" style="display:block;background:#ffffff;border-radius:8px"></td><td class="ink" style="color:${INK}">${lines(block.words)}</td></tr></table>`
    case 'quote':
      return `<blockquote class="quote" style="margin:0 0 16px;padding:16px;background:#f4f2ee;color:${INK};border-radius:12px;white-space:pre-wrap;overflow-wrap:anywhere">${inHtml(block.text)}</blockquote>`
  }
}

function layout(message: MailMessage, partner: Partner, publicUrl: string, body: string): string {
  const t = textsIn(message.locale)
  const { brand, colour, texts } = partner
  const { company, address } = texts[message.locale]
  const support = escapeHtml(shopLink({ publicUrl }, 'support'))
  // What a list of mails shows beside the subject: the first sentence, not the name of the shop again.
  const preview = message.blocks.find(({ kind }) => kind === 'paragraph')
  return `<!doctype html>
<html lang="${message.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(message.subject)}</title><style>${dark(colour)}</style></head>
<body class="page" style="margin:0;background:#f9f7f4;${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${preview?.kind === 'paragraph' ? escapeHtml(preview.text) : ''}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f9f7f4"><tr><td align="center" style="padding:20px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px"><a class="ink" href="${escapeHtml(publicUrl)}" style="color:${colour};text-decoration:none;font-size:22px;line-height:28px;font-weight:600">${escapeHtml(brand)}</a></td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid ${HAIRLINE};border-top:3px solid ${colour};border-radius:12px;padding:24px;font-size:16px;line-height:24px">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:28px;color:${colour}">${ownLanguages(message.heading, message.locale)}</h1>
${body}
</td></tr>
<tr><td class="soft" style="padding:20px 4px;font-size:13px;line-height:20px;color:${SOFT_INK}">${escapeHtml(t('mails:foot.automatic'))}<br>${escapeHtml(t('mails:foot.support'))} <a class="soft" href="${support}" style="color:${SOFT_INK}">${support}</a><br><br>${escapeHtml(company)}<br>${escapeHtml(address)}</td></tr>
</table></td></tr></table></body></html>`
}

/** A picture attached to the HTML, which refers to it as `cid:`, so that opening a mail fetches nothing. */
export interface MailPicture {
  cid: string
  filename: string
  contentType: string
  content: Buffer
  contentDisposition: 'inline'
}

const pictureOf = (text: string): MailPicture => ({
  cid: qrId(text),
  filename: `${text}.png`,
  contentType: 'image/png',
  content: qrPicture(text, QR_SCALE),
  contentDisposition: 'inline',
})

/** The mail as text and as HTML with its pictures, in the design of the partner. */
export function renderMail(
  message: MailMessage,
  partner: Partner,
  publicUrl: string,
): { text: string; html: string; pictures: MailPicture[] } {
  const t = textsIn(message.locale)
  const { company, address } = partner.texts[message.locale]
  const greeting: MailBlock[] = message.firstName
    ? [{ kind: 'paragraph', text: t('mails:greeting', { firstName: message.firstName }) }]
    : []
  const blocks = [...greeting, ...message.blocks]
  const text = [
    message.heading,
    ...blocks.map(blockToText),
    `-- \n${t('mails:foot.automatic')}\n${t('mails:foot.support')} ${shopLink({ publicUrl }, 'support')}\n\n${company}\n${address}`,
  ].join('\n\n')
  return {
    text: `${text}\n`,
    html: layout(
      message,
      partner,
      publicUrl,
      blocks.map((block) => blockToHtml(block, partner.colour, message.locale)).join('\n'),
    ),
    pictures: blocks.flatMap((block) => (block.kind === 'qr' ? [pictureOf(block.text)] : [])),
  }
}
