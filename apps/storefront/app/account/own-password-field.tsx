import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import type { SettingsData } from './load-settings.server.ts'
import { PasswordField } from './password-field.tsx'
import { type SettingsModal, settingsPath } from './settings-view.ts'

type OwnPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'required'> & {
  passkey: SettingsData['passkey']
  /** The dialog that it stands in. */
  modal: SettingsModal
}

/** The account's password, or nothing where a passkey has just been used instead of it. */
export function OwnPasswordField({ passkey, modal, ...field }: OwnPasswordFieldProps) {
  const { t } = useTexts()
  if (passkey === 'used') return <p className="muted">{t('account.passkey.instead')}</p>
  const query = new URLSearchParams({ pathnameToReturn: settingsPath({ modal }) })
  return (
    <div>
      <PasswordField {...field} autoComplete="current-password" required />
      {passkey === 'offered' && (
        <Link className="hit small" to={`${pathOf('proveOwner')}?${query}`}>
          {t('account.passkey.useInstead')}
        </Link>
      )}
    </div>
  )
}
