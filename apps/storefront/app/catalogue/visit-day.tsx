import { useTranslation } from 'react-i18next'

/** For which visit the dates of a list hold. */
export function VisitDay({ day }: { day: string | null }) {
  const { t } = useTranslation()
  return day && <span className="small muted">{t('catalogue.datesForVisit', { date: day })}</span>
}
