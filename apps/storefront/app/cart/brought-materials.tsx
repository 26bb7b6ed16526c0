import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Icon } from '../ui/icon.tsx'

/** The containers that a patient brings, which cost nothing and are easily forgotten. */
export function BroughtMaterials({ names }: { names: readonly string[] }) {
  const { t } = useTexts()
  if (names.length === 0) return null
  return (
    <p className="small">
      <Icon name="package" size="s" /> <b>{t('cart:broughtByPatient')}:</b>{' '}
      <OwnLanguage>{names.join(', ')}</OwnLanguage>
    </p>
  )
}
