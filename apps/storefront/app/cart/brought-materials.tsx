import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icon.tsx'

/** The containers that a patient brings, which cost nothing and are easily forgotten. */
export function BroughtMaterials({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('cart')
  if (names.length === 0) return null
  return (
    <p className="small">
      <Icon name="package" size="s" /> <b>{t('broughtByPatient')}:</b> {names.join(', ')}
    </p>
  )
}
