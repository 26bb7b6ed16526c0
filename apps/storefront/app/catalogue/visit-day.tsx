import { useTexts } from '../platform/texts/use-texts.ts'

/** The visit for which a list's dates hold. */
export function VisitDay({ day }: { day: string | null }) {
  const { t } = useTexts()
  return day && <span className="small muted">{t('catalogue.datesForVisit', { date: day })}</span>
}
