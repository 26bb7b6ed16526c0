import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PrintButton } from '../ui/print-button.tsx'
import styles from './report-actions.module.css'

interface ReportActionsProps {
  of: { testResultId: string; patientId: string }
  /** The action to advise first; if something is outside its range, showing it to a doctor. */
  first?: 'pdf' | 'doctor'
  /** The page itself can be printed: a list of tests, without their values, would be a misleading print. */
  isPrintable?: boolean | undefined
}

/** What can be done with a patient's results: download them, show them to a doctor, print them. */
export function ReportActions({ of, first = 'pdf', isPrintable }: ReportActionsProps) {
  const { t } = useTexts()
  const pdf = (
    <ButtonLink
      key="pdf"
      look={first === 'pdf' ? 'primary' : 'quiet'}
      size="s"
      icon="download"
      to={pathOf('testResultReport', of)}
      reloadDocument
    >
      {t('results.pdf')}
    </ButtonLink>
  )
  const doctor = (
    <ButtonLink
      key="doctor"
      look={first === 'doctor' ? 'primary' : 'quiet'}
      size="s"
      icon="share-2"
      to={pathOf('testResultShare', of)}
    >
      {t('results.share.send')}
    </ButtonLink>
  )
  return (
    <p className={styles.actions}>
      {first === 'pdf' ? [pdf, doctor] : [doctor, pdf]}
      {isPrintable && (
        <span className="only-wide">
          <PrintButton size="s" />
        </span>
      )}
    </p>
  )
}
