import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Messages } from '@lingui/core'
import { compileMessage, type CompiledMessageToken as Token } from '@lingui/message-utils/compileMessage'
import type { Partner } from '@shop/contract/partner'
import type { Locale } from '@shop/domain/locale'
import { madeOnce } from '@shop/server/made-once'
import { projectFiles } from '@shop/server/project-files'
import { formOf, PARTNER_TEXTS, type PartnerText } from './create-texts.ts'
import type { EnglishTexts } from './english-texts.ts'

const NAMED: ReadonlySet<string> = new Set<Exclude<keyof EnglishTexts, 'common'>>([
  'busy',
  'cart',
  'desk',
  'mails',
  'messages',
  'papers',
  'reported',
  'systems',
])

/**
 * Each text of a language by its full key, from the language's files. They are no part of the program, which V8 keeps
 * as long as it runs: there, the texts would take 3 MB.
 */
export function sourceTexts(locale: Locale): Record<string, string> {
  const namespaces = Map.groupBy(filesOf(locale), ({ name }) => (NAMED.has(name) ? name : 'common'))
  const texts: Record<string, string> = {}
  const walk = (value: string | object, key: string) => {
    if (typeof value === 'string') texts[key] = value
    else
      for (const [name, part] of Object.entries(value))
        walk(part, /[:]$|^$/.test(key) ? `${key}${name}` : `${key}.${name}`)
  }
  for (const name of [...namespaces.keys()].sort()) {
    for (const { content } of namespaces.get(name)!) walk(content, name === 'common' ? '' : `${name}:`)
  }
  return texts
}

function filesOf(locale: Locale): { name: string; content: object }[] {
  const folder = join(projectFiles, 'packages/texts/locales', locale)
  return readdirSync(folder)
    .sort()
    .map((file) => ({
      name: basename(file, '.json'),
      content: JSON.parse(readFileSync(join(folder, file), 'utf8')) as object,
    }))
}

/** The library takes a bare string for an uncompiled message, and says so in the log. */
function compiledMessage(text: string): Messages[string] {
  const message = compileMessage(text)
  return typeof message === 'string' ? [message] : message.map(countedByForm)
}

/**
 * Turns a plural into a choice of the form that `createTexts` names, after exact numbers. The library would create
 * a number format for each plural, whether or not the text has the number, and the first one of a page takes a slow
 * phone 60 to 90 ms.
 */
function countedByForm(token: Token): Token {
  if (!Array.isArray(token) || typeof token[2] !== 'object') return token
  const [name, type] = token
  const cases = Object.entries(token[2] as Record<string, Token[] | string>).map(
    ([key, tokens]) => [key, Array.isArray(tokens) ? tokens.map(countedByForm) : tokens] as const,
  )
  if (type !== 'plural') return [name, type, Object.fromEntries(cases)] as Token
  const { exact, forms = [] } = Object.groupBy(cases, ([key]) => (/^\d+$/.test(key) ? 'exact' : 'forms'))
  const byForm = [formOf(name), 'select', Object.fromEntries(forms)] as Token
  return exact ? ([name, 'select', { ...Object.fromEntries(exact), other: [byForm] }] as Token) : byForm
}

/** The messages of a language, compiled on the first call. */
export const compiledMessages = madeOnce(
  (locale: Locale): Messages =>
    Object.fromEntries(
      Object.entries(sourceTexts(locale)).map(([key, text]) => [key, compiledMessage(text)]),
    ),
)

/**
 * What the main API says in its answers, in mails and on paper, what the desk says, and what only the page of a
 * busy shop says: no page of the shop needs it, and no patient's browser gets it. Also sentences of a single page
 * that its server makes.
 */
const OFF_PAGES =
  /^(?:desk:|mails:|papers:|reported:|systems:|busy:(?:reload|retry|send)$|account\.rights\.(?:limits|step)\.|catalogue\.(?:about|briefly)\.|laboratories\.(?:homeVisitsIn|noneFree)$|order\.(?:confirm\.held$|kind\.\w+About$|place\.|slots\.part\.|testsConsent\.(?:grant|\w+Text)$)|results\.(?:absent\.(?!cancelled$)|atDoctor$|range\.(?:above|below)$)|shell\.unreadable$)/
/** The desk's own texts, those that it shares with the shop, and those of the shared page components. */
const AT_THE_DESK = [
  /^desk:/,
  /^account\.(?:password|newPassword|yourPassword|login\.submit|security\.qr|settings\.name)$/,
  /^account\.(?:link|passkey|rights\.right|rights\.step)\./,
  /^account\.rights\.words$/,
  /^catalogue\.pages\.next$/,
  /^documents\.support\.(?:orderNumber|send)$/,
  /^forms\.(?:save$|person\.|wrong\.)/,
  /^laboratories\.visits$/,
  /^mails:staffInvitation\.button$/,
  /^order\.(?:number|cancel\.ask|confirm\.(?:contact|dateAndTime|visit)|visitChange\.(?:move|save))$/,
  /^order\.(?:place|questions|state)\./,
  /^patients\.(?:age\.|gender$|title$)/,
  /^results\.(?:column\.result|fact\.(?:order|patient))$/,
  /^shell\.(?:close|error\.retry|laboratory|language|lost\.title|nav\.tests|optional|print|skip|tests|working)$/,
]

/** The messages of a partner's pages, including its own. */
export function pageMessages(locale: Locale, slug: string, partner: Partner): Messages {
  const shared = Object.entries(compiledMessages(locale)).filter(([key]) => !OFF_PAGES.test(key))
  return { ...Object.fromEntries(shared), ...partnerMessages(slug, partner, locale) }
}

/** The messages of the desk's pages. */
export function deskMessages(locale: Locale, slug: string, partner: Partner): Messages {
  const own = Object.entries(compiledMessages(locale)).filter(([key]) =>
    AT_THE_DESK.some((one) => one.test(key)),
  )
  return { ...Object.fromEntries(own), ...partnerMessages(slug, partner, locale) }
}

function partnerMessages(slug: string, partner: Partner, locale: Locale): Messages {
  const { about, company, address, supportHours, licence, accreditation } = partner.texts[locale]
  const { brand: name, supportEmail: email, phone } = partner
  const quality = [licence, accreditation].filter(Boolean).join('; ')
  const own: Record<PartnerText, string> = {
    name,
    about,
    email,
    phone,
    company,
    address,
    supportHours,
    quality,
  }
  return Object.fromEntries(PARTNER_TEXTS.map((key) => [`${slug}:${key}`, [own[key]]]))
}
