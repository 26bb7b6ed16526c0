import { useTexts } from '../platform/texts/use-texts.ts'
import { Flag } from '../ui/flag.tsx'
import type { ValueView } from './value-view.server.ts'

/** Where a value lies, in a word with a shape; nothing where nobody has judged it. */
export function ValueFlag({ value }: { value: ValueView }) {
  const { t } = useTexts()
  if (!value.word) return null
  return (
    <Flag shape={value.shape} tone={value.tone}>
      {t(`results.word.${value.word}`)}
    </Flag>
  )
}
