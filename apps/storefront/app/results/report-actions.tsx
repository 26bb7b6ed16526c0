import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Icon } from '../ui/icon.tsx'
import { PrintButton } from '../ui/print-button.tsx'
import styles from './report-actions.module.css'

/** What can be done with a patient's results: take them along, show them to a doctor, print them. */
export function ReportActions({ of }: { of: { testResultId: string; patientId: string } }) {
  const { t } = useTexts()
  return (
    <p className={styles.actions}>
      <Link className={buttonClass({ size: 's' })} to={pathOf('testResultReport', of)} reloadDocument>
        <Icon name="download" />
        {t('results.pdf')}
      </Link>
      <ButtonLink look="quiet" size="s" icon="share-2" to={pathOf('testResultShare', of)}>
        {t('results.share.send')}
      </ButtonLink>
      <span className="only-wide">
        <PrintButton size="s" />
      </span>
    </p>
  )
}
