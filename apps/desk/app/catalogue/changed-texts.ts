import type { ChangeEntryTexts, EntryTexts } from '@shop/contract/entry-texts'

/** The texts typed into a form, by field and language, with the line endings of browsers made plain. */
export const typedTexts = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [],
    ),
  )

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
