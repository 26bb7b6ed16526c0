import { data } from 'react-router'

/** Names of fields whose values are never shown again or kept. */
export const SECRET = /password|passkey|code|token|^pin$/i

/** Control characters that no keyboard writes, and unpaired surrogates: neither can be stored. */
const UNREADABLE = /[^\P{Cc}\t\r\n]|\p{Cs}/gu

/**
 * The form's texts by field name, trimmed and without unreadable characters, except for passwords. Values of a
 * repeated name are joined by commas; files are left out.
 */
export function formTexts(form: FormData): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).filter((value) => typeof value === 'string')
    texts[name] = values
      .map((value) => (SECRET.test(name) ? value : value.replaceAll(UNREADABLE, '').trim()))
      .join(',')
  }
  return texts
}

/**
 * The act that a form asks for by its `intent`, out of those that the page's forms may ask for; a form without an
 * intent counts as `''`. Names that every object inherits (`constructor`) do not count.
 * @throws data 400 for an intent that no form of the page sends
 */
export function actOf<Acts extends Readonly<Record<string, unknown>>>(
  acts: Acts,
  intent: string,
): Acts[keyof Acts] {
  if (!Object.hasOwn(acts, intent)) throw data(null, { status: 400 })
  return acts[intent as keyof Acts]
}
