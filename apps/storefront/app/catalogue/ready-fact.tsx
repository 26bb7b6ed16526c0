import { useTexts } from '../platform/texts/use-texts.ts'
import { Days } from './days.tsx'

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
      {visitDay && ` ${t('catalogue.afterVisit', { date: visitDay })}`} <Days count={days} />
    </>
  )
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
