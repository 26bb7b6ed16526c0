import { useTexts } from '../platform/texts/use-texts.ts'

/** For which visit the dates of a list hold. */
export function VisitDay({ day }: { day: string | null }) {
  const { t } = useTexts()
  return day && <span className="small muted">{t('catalogue.datesForVisit', { date: day })}</span>
}
