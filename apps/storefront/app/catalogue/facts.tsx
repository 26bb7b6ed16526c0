import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import type { ChildFasts } from './child-fasts.server.ts'

interface PreparationFactProps {
  notes: readonly string[]
  childFasts: ChildFasts | null
}

/** What to do before the visit, for children too where it is less. */
export function PreparationFact({ notes, childFasts }: PreparationFactProps) {
  const { t } = useTexts()
  const hours = childFasts?.childHours
  const sentences = [
    ...notes,
    ...(childFasts?.isBabyFed ? [t('catalogue.preparation.baby')] : []),
    ...(hours ? [t('catalogue.preparation.child', { hours })] : []),
  ]
  if (sentences.length === 0) return t('catalogue.preparation.none')
  return sentences.map((sentence) => (
    <p key={sentence}>
      <OwnLanguage>{sentence}</OwnLanguage>
    </p>
  ))
}

/** When the result is ready: the day, and how that is counted. */
export function ReadyFact({
  readyDay,
  visitDay,
  days,
}: {
  readyDay: string | null
  visitDay: string | null
  days: number
}) {
  const { t } = useTexts()
  return (
    <>
      {readyDay && <b>{capital(readyDay)}</b>}
      {readyDay && ', '}
      {t('catalogue.workingDays', { count: days })}
      {visitDay && ` ${t('catalogue.afterVisit', { date: visitDay })}`}
    </>
  )
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
