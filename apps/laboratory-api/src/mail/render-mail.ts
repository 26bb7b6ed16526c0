import { shopLink } from '@shop/contract/page-links'
import type { Partner } from '@shop/contract/partner'
import { textsIn } from '../texts.ts'
import { blockHtml, escapeHtml, inLanguages, PLACING, qrId } from './block-html.ts'
import type { MailBlock, MailListItem, MailMessage } from './message.ts'
import { type Palette, palettesOf } from './palette.ts'
import { qrPicture } from './qr-picture.ts'

/** Twice the displayed resolution, for high-density screens. */
const QR_SCALE = 8
const WIDTH = 560
const FONT = "font-family:'Golos Text','Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/**
 * What inline styles cannot say, for programs that read it: full width on phones, and the dark scheme. Elements that
 * some programs invert on their own have background and text colour on the same element, so that both change.
 */
function sheet(dark: Palette): string {
  const rule = (selector: string, ...declarations: string[]) =>
    `${selector}{${declarations.map((declaration) => `${declaration} !important`).join(';')}}`
  const filled = (selector: string, ground: string, ink: string, edge = ground) =>
    rule(selector, `background:${ground}`, `color:${ink}`, `border-color:${edge}`)
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    '@media (max-width:479px){',
    rule('.card', 'padding:24px 20px'),
    rule('.whole', 'width:100%'),
    rule('.fill', 'display:block'),
    '}',
    '@media (prefers-color-scheme:dark){',
    rule('.page', `background:${dark.page}`),
    filled('.card', dark.card, dark.ink, dark.line),
    rule('.line', `border-color:${dark.line}`),
    rule('.ink', `color:${dark.ink}`),
    rule('.soft', `color:${dark.soft}`),
    rule('.brand', `color:${dark.brand}`),
    filled('.well', dark.well, dark.ink),
    filled('.quote', dark.sunken, dark.ink),
    filled('.code', dark.well, dark.brand),
    filled('.alarm', dark.alarmWash, dark.alarm, dark.alarmEdge),
    filled('.button', dark.primary, dark.onPrimary),
    '}',
  ].join('')
}

/** An abbreviation stays with what it belongs to: `г. Минск`, `ul. Prosta`. */
const bound = (address: string) => address.replaceAll(/(?<![\p{L}.])(\p{L}{1,4}\.) (?=\p{L})/gu, '$1\u00a0')

/** Apple Mail turns order numbers and days into links of its own, in its own colour. */
const NO_LINKS = 'a[x-apple-data-detectors]{color:inherit !important;text-decoration:none !important}'
/** Outlook on Windows sets a typeface that it does not have in Times, and pictures in their own size at 120 dpi. */
const OUTLOOK = `<!--[if mso]><style>body,td,p,a,li,h1{font-family:'Segoe UI',Arial,sans-serif !important}</style><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->`

const itemText = (item: MailListItem) =>
  typeof item === 'string' ? item : [item.head, item.text].filter(Boolean).join(' ')

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
      return [
        ...(block.title ? [block.title] : []),
        ...block.items.map((item) => `- ${itemText(item)}`),
      ].join('\n')
    case 'alarm':
      return `${block.text}\n${block.label}: ${block.phone}`
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
  }
}

function layout(
  message: MailMessage,
  partner: Partner,
  publicUrl: string,
  blocks: readonly MailBlock[],
): string {
  const { locale, subject, above, heading } = message
  const t = textsIn(locale)
  const { brand, colour, texts } = partner
  const { company, address } = texts[locale]
  const { light, dark } = palettesOf(colour)
  const support = escapeHtml(shopLink({ publicUrl }, 'support'))
  // What a list of mails shows beside the subject: the first sentence, not the name of the shop again.
  const preview = message.blocks.find(({ kind }) => kind === 'paragraph')
  const rows = blocks.map((block, index) => {
    const { html, below } = blockHtml(block, { colours: light, locale })
    return `<tr><td style="padding:0 0 ${index === blocks.length - 1 ? 0 : below}px">${html}</td></tr>`
  })
  return `<!doctype html>
<html lang="${locale}" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><meta name="x-apple-disable-message-reformatting"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${sheet(dark)}</style><style>${NO_LINKS}</style>${OUTLOOK}</head>
<body class="page" style="margin:0;padding:0;background:${light.page};${FONT}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview?.kind === 'paragraph' ? escapeHtml(preview.text) : ''}</div>
<table ${PLACING} class="page" width="100%" style="background:${light.page};${FONT}"><tr><td align="center" style="padding:20px 12px">
<!--[if mso]><table ${PLACING} width="${WIDTH}" align="center"><tr><td><![endif]-->
<table ${PLACING} width="100%" style="max-width:${WIDTH}px">
<tr><td style="padding:0 0 16px"><a class="brand" href="${escapeHtml(publicUrl)}" style="color:${light.brand};text-decoration:none;font-size:22px;line-height:28px;font-weight:600">${escapeHtml(brand)}</a></td></tr>
<tr><td class="card" style="background:${light.card};border:1px solid ${light.line};border-radius:12px;padding:28px 32px">
${above ? `<p class="soft" style="margin:0 0 4px;color:${light.soft};font-size:14px;line-height:20px">${escapeHtml(above)}</p>` : ''}<h1 class="brand" style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:600;color:${light.brand}">${inLanguages(heading, locale)}</h1>
<table ${PLACING} width="100%">
${rows.join('\n')}
</table></td></tr>
<tr><td class="soft" style="padding:20px 0;font-size:13px;line-height:20px;color:${light.soft}">${escapeHtml(t('mails:foot.automatic'))}<br>${escapeHtml(t('mails:foot.support'))} <a class="soft" href="${support}" style="color:${light.soft}">${support}</a><br><br>${escapeHtml(company)}<br>${escapeHtml(bound(address))}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`
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
    ...(message.above ? [message.above] : []),
    message.heading,
    ...blocks.map(blockToText),
    `-- \n${t('mails:foot.automatic')}\n${t('mails:foot.support')} ${shopLink({ publicUrl }, 'support')}\n\n${company}\n${address}`,
  ].join('\n\n')
  return {
    text: `${text}\n`,
    html: layout(message, partner, publicUrl, blocks),
    pictures: blocks.flatMap((block) => (block.kind === 'qr' ? [pictureOf(block.text)] : [])),
  }
}
