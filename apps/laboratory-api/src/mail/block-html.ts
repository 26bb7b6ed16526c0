import { languageOfName } from '@shop/domain/language-of-name'
import type { Locale } from '@shop/domain/locale'
import { html } from 'hono/html'
import type { MailBlock, MailListItem } from './message.ts'
import type { Palette } from './palette.ts'

/** Shown at 3 cm on paper, so that a hand scanner can read it. */
const QR_SIDE = 116
/** Outlook's cells inherit neither of the two. */
const TEXT = 'font-size:16px;line-height:24px'
/** Words longer than a line; not every program knows both. */
const LONG_WORDS = 'overflow-wrap:anywhere;word-break:break-word'
/** A table that only places its cells. */
export const PLACING = 'role="presentation" cellpadding="0" cellspacing="0"'

export const escapeHtml = (text: string) => String(html`${text}`)

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
export function inLanguages(text: string, locale: Locale): string {
  const parts = text.split(locale === 'en' || locale === 'pl' ? CYRILLIC_RUN : PARTS)
  return parts
    .map((part) => {
      const language = languageOfName(part, locale)
      return language ? `<span lang="${language}">${lines(part)}</span>` : lines(part)
    })
    .join('')
}

/** Identifies the picture within its mail only. */
export const qrId = (text: string) => `${text}@code.invalid`

const dialled = (phone: string) => phone.replace(/[^+\d]/g, '')

export interface BlockHtml {
  html: string
  /** Pixels between this block and the next. */
  below: number
}

interface Look {
  colours: Palette
  locale: Locale
}

/**
 * A block as it stands in a cell of the mail. Outlook gives only cells a padding, and a paragraph's background reaches
 * into its margin: whatever has a background is a cell, and so are the distances.
 */
export function blockHtml(block: MailBlock, look: Look): BlockHtml {
  const { colours } = look
  const inHtml = (text: string) => inLanguages(text, look.locale)
  switch (block.kind) {
    case 'paragraph':
      return { below: 16, html: paragraph('ink', `color:${colours.ink};${TEXT}`, inHtml(block.text)) }
    case 'small': {
      const style = `color:${colours.soft};font-size:14px;line-height:20px`
      return { below: 12, html: paragraph('soft', style, inHtml(block.text)) }
    }
    case 'button':
      return { below: 24, html: button(block, look) }
    case 'code':
      return { below: 24, html: code(block, look) }
    case 'facts':
      return { below: 24, html: facts(block.rows, look) }
    case 'list':
      return { below: 20, html: list(block, look) }
    case 'alarm':
      return { below: 20, html: alarm(block, look) }
    case 'qr': {
      // Apple Mail does not read the attributes of an attached picture, Outlook not its styles.
      const image = `<img src="cid:${qrId(block.text)}" width="${QR_SIDE}" height="${QR_SIDE}" alt="" style="display:block;width:${QR_SIDE}px;height:${QR_SIDE}px;background:#ffffff;border-radius:8px">`
      const words = `<td class="ink" style="color:${colours.ink};${TEXT}">${lines(block.words)}</td>`
      const cells = `<td width="${QR_SIDE}" style="padding:0 16px 0 0">${image}</td>${words}`
      return { below: 24, html: `<table ${PLACING}><tr>${cells}</tr></table>` }
    }
    case 'quote': {
      const style = `padding:16px;background:${colours.sunken};color:${colours.ink};border-radius:12px;white-space:pre-wrap;${LONG_WORDS};${TEXT}`
      return {
        below: 20,
        html: `<blockquote style="margin:0">${cell('quote', style, inHtml(block.text))}</blockquote>`,
      }
    }
  }
}

const paragraph = (className: string, style: string, content: string, below = 0) =>
  `<p class="${className}" style="margin:0 0 ${below}px;${style}">${content}</p>`

/** A cell as wide as the mail, with a background. */
const cell = (className: string, style: string, content: string) =>
  `<table ${PLACING} width="100%"><tr><td class="${className}" style="${style}">${content}</td></tr></table>`

type Block<Kind extends MailBlock['kind']> = Extract<MailBlock, { kind: Kind }>

/** 48 px high, on a phone as wide as the mail. The cell gives Outlook the padding that a link has elsewhere. */
function button({ label, url }: Block<'button'>, { colours: { primary, onPrimary } }: Look): string {
  const link = `<a class="button fill" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;background:${primary};color:${onPrimary};border-radius:10px;text-decoration:none;text-align:center;font-weight:600;${TEXT}">${escapeHtml(label)}</a>`
  return `<table ${PLACING} class="whole"><tr><td class="button" align="center" bgcolor="${primary}" style="background:${primary};border-radius:10px;mso-padding-alt:12px 24px">${link}</td></tr></table>`
}

function code({ label, code }: Block<'code'>, { colours }: Look): string {
  // The space after the last digit is one of those between digits.
  const style = `padding:16px 8px 16px 16px;background:${colours.well};color:${colours.brand};border-radius:12px;font-size:32px;line-height:40px;font-weight:600;letter-spacing:8px;text-align:center;font-variant-numeric:tabular-nums`
  return `${paragraph('soft', `color:${colours.soft};${TEXT}`, escapeHtml(label), 8)}${cell('code', style, escapeHtml(code))}`
}

/** A label as long as one line; longer ones may take two. */
const LABEL = 16
const onOneLine = (label: string) => (label.length <= LABEL ? label.replaceAll(' ', '\u00a0') : label)

/** The first row is what people look for: when the visit is. */
function facts(rows: Block<'facts'>['rows'], { colours, locale }: Look): string {
  const row = ([label, value]: readonly [string, string], index: number) => {
    const edge = index === 0 ? '' : `;border-top:1px solid ${colours.line}`
    const weight = index === 0 ? ';font-weight:600' : ''
    return `<tr><td class="soft line" style="padding:10px 16px 10px 0;color:${colours.soft};vertical-align:top;font-size:14px;line-height:24px${edge}">${escapeHtml(onOneLine(label))}</td><td class="ink line" width="100%" style="padding:10px 0;${LONG_WORDS};color:${colours.ink};vertical-align:top;font-variant-numeric:tabular-nums;${TEXT}${weight}${edge}">${inLanguages(value, locale)}</td></tr>`
  }
  return `<table ${PLACING} width="100%">${rows.map(row).join('')}</table>`
}

function list({ title, items }: Block<'list'>, { colours, locale }: Look): string {
  const item = (line: MailListItem) => {
    const { head, text } = typeof line === 'string' ? { text: line } : line
    const from = head ? `<b>${inLanguages(head, locale)}</b> ` : ''
    return `<li style="margin:0">${from}${inLanguages(text, locale)}</li>`
  }
  const strong = `font-weight:600;color:${colours.ink};${TEXT}`
  const named = title ? paragraph('ink', strong, inLanguages(title, locale), 4) : ''
  const style = `padding:14px 16px;background:${colours.well};color:${colours.ink};border-radius:12px;${TEXT}`
  return cell(
    'well',
    style,
    `${named}<ul class="ink" style="margin:0 0 0 20px;padding:0;color:${colours.ink};${TEXT}">${items.map(item).join('')}</ul>`,
  )
}

function alarm({ text, label, phone }: Block<'alarm'>, { colours }: Look): string {
  const style = `padding:14px 12px 4px;background:${colours.alarmWash};color:${colours.alarm};border:2px solid ${colours.alarmEdge};border-radius:12px;font-weight:600;${TEXT}`
  const call = `<a class="alarm" href="tel:${dialled(phone)}" style="display:inline-block;padding:10px 0;background:${colours.alarmWash};color:${colours.alarm};white-space:nowrap;font-weight:600;${TEXT}">${escapeHtml(phone)}</a>`
  return cell('alarm', style, `${lines(text)}<br>${escapeHtml(label)}: ${call}`)
}
