import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../texts/use-texts.ts'

/** Above a form that shows again what was typed before the session ended. */
export function KeptNotice() {
  const { t } = useTexts()
  return (
    <Notice tone="ok" role="status">
      {t('forms.kept')}
    </Notice>
  )
}
