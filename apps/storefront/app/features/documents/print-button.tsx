import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button/button.tsx'

/** Opens the browser's print dialog; without scripts its menu does the same. */
export function PrintButton() {
  const { t } = useTranslation()
  return (
    <span className="needs-scripts">
      <Button look="quiet" icon="printer" onClick={() => window.print()}>
        {t('documents.print')}
      </Button>
    </span>
  )
}
