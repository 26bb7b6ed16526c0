import { languageOfName } from '@shop/domain/language-of-name'
import type { TextKey } from '@shop/texts/create-texts'
import { useTexts } from './use-texts.ts'

/** A text of the catalogue, a laboratory or a document, marked with its language where that is not the page's. */
export function OwnLanguage({ children: text }: { children: string }) {
  const { language } = useTexts()
  const own = languageOfName(text, language)
  if (!own) return text
  const parts = text.split(/(?<=, )/)
  // A town named in the page's language, with a street as it was typed.
  const isMixed = parts.some((part) => !languageOfName(part, language) && /\p{L}{3}/u.test(part))
  if (!isMixed) return <span lang={own}>{text}</span>
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other key
    <OwnLanguage key={index}>{part}</OwnLanguage>
  ))
}

const MARKED = /\uE000(.*?)\uE001/

interface SentenceProps {
  of: TextKey
  values?: Record<string, unknown>
  /** Values that keep their own language inside the sentence. */
  names: Readonly<Record<string, string>>
}

/** A text of the page that contains names in their own languages. */
export function Sentence({ of, values, names }: SentenceProps) {
  const { t } = useTexts()
  const marked = Object.entries(names).map(([key, name]) => [key, `\uE000${name}\uE001`])
  const parts = t(of, { ...values, ...Object.fromEntries(marked) }).split(MARKED)
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other key
      <OwnLanguage key={index}>{part}</OwnLanguage>
    ),
  )
}
