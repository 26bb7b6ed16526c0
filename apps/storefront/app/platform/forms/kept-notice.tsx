import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice.tsx'

/** Above a form that shows again what was typed before the session ended. */
export function KeptNotice() {
  const { t } = useTranslation()
  return (
    <Notice tone="ok" role="status">
      {t('forms.kept')}
    </Notice>
  )
}
