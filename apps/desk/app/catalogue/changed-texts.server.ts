import { createHash } from 'node:crypto'
import type { ChangeEntryTexts, EntryTexts } from '@shop/contract/entry-texts'
import { LOCALES } from '@shop/domain/locale'

/** The start of the name of a hidden field that says what a text was when it was read. */
const WAS = 'was '

/** A text in short. A form with every text twice could be longer than the desk accepts. */
const markOf = (text: string | null): string =>
  createHash('sha256')
    .update(withPlainEnds(text ?? '').trim())
    .digest('base64url')
    .slice(0, 12)

/** A browser sends other line endings than it was given. */
const withPlainEnds = (text: string) => text.replaceAll('\r\n', '\n')

/** Hidden fields, by name, with which a form sends back what its texts were when they were read. */
export const readMarks = (texts: EntryTexts['texts']): Record<string, string> =>
  Object.fromEntries(
    texts.flatMap(({ field, values }) =>
      LOCALES.map((locale) => [`${WAS}${field} ${locale}`, markOf(values[locale])]),
    ),
  )

/**
 * The texts typed into a form, by field and language. A text that is as it was read was not typed: a colleague may have
 * changed it in the meantime.
 */
export function typedTexts(form: FormData): Record<string, string> {
  const typed = [...form].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' &&
      !entry[0].startsWith(WAS) &&
      form.get(WAS + entry[0]) !== markOf(entry[1]),
  )
  return Object.fromEntries(typed.map(([name, value]) => [name, withPlainEnds(value)]))
}

/** The texts that were changed, each in all languages. */
export function changedTexts(
  texts: EntryTexts['texts'],
  typed: Readonly<Record<string, string>>,
): ChangeEntryTexts['texts'] {
  return texts.flatMap(({ field, values }) => {
    const now = { en: values.en, ru: values.ru, be: values.be ?? '', pl: values.pl ?? '' }
    const of = (locale: keyof typeof now) => (typed[`${field} ${locale}`] ?? now[locale]).trim()
    const next = { en: of('en'), ru: of('ru'), be: of('be'), pl: of('pl') }
    const isSame = (Object.keys(now) as (keyof typeof now)[]).every((locale) => next[locale] === now[locale])
    return isSame ? [] : [{ field, values: next }]
  })
}
