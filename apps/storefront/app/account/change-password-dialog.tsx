import { Form } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { SettingsData } from './load-settings.server.ts'
import { OwnPasswordField } from './own-password-field.tsx'
import { PASSWORD_MINIMUM, PasswordField, UsernameForManager } from './password-field.tsx'
import { CancelLink, SettingsDialog } from './settings-dialog.tsx'
import styles from './settings-page.module.css'
import type { SettingsView } from './settings-view.ts'

interface ChangePasswordDialogProps {
  username: string
  passkey: SettingsData['passkey']
  view: SettingsView
  failure: FormFailure | undefined
}

export function ChangePasswordDialog({ username, passkey, view, failure }: ChangePasswordDialogProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'changePassword')
  const field = useFormFields(own)
  return (
    <SettingsDialog modal="changePassword" view={view} title={t('account.settings.changePassword')}>
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={own} />
        <p className="muted">{t('account.settings.passwordText')}</p>
        <UsernameForManager username={username} />
        <OwnPasswordField
          {...field('currentPassword')}
          label={t('account.settings.currentPassword')}
          passkey={passkey}
          modal="changePassword"
        />
        <PasswordField
          {...field('newPassword')}
          label={t('account.settings.newPassword')}
          hint={t('account.register.passwordHint', { count: PASSWORD_MINIMUM })}
          autoComplete="new-password"
          required
        />
        <div className={styles.actions}>
          <SubmitButton name="intent" value="changePassword">
            {t('account.settings.changePassword')}
          </SubmitButton>
          <CancelLink />
        </div>
      </Form>
    </SettingsDialog>
  )
}
