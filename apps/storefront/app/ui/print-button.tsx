import { useTexts } from '../platform/texts/use-texts.ts'
import { Button } from './button.tsx'

/** Opens the browser's print dialog; without scripts it is hidden, and the browser's menu does the same. */
export function PrintButton({ size = 'm' }: { size?: 's' | 'm' }) {
  const { t } = useTexts()
  return (
    <span className="needs-scripts">
      <Button look="quiet" size={size} icon="printer" onClick={() => window.print()}>
        {t('shell.print')}
      </Button>
    </span>
  )
}
