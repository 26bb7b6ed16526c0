import { Form } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { SettingsData } from './load-settings.server.ts'
import { OwnPasswordField } from './own-password-field.tsx'
import { UsernameForManager } from './password-field.tsx'
import { DownloadLink } from './personal-data-card.tsx'
import { CancelLink, SettingsDialog } from './settings-dialog.tsx'
import styles from './settings-page.module.css'
import type { SettingsView } from './settings-view.ts'

interface EraseAccountDialogProps {
  username: string
  passkey: SettingsData['passkey']
  view: SettingsView
  failure: FormFailure | undefined
}

/** What goes, what stays and why, and the password once more. */
export function EraseAccountDialog({ username, passkey, view, failure }: EraseAccountDialogProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'eraseAccount')
  const field = useFormFields(own)
  return (
    <SettingsDialog modal="eraseAccount" view={view} title={t('account.erase.title')}>
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={own} />
        <div className={styles.consequences}>
          <h3>{t('account.erase.goesTitle')}</h3>
          <p>{t('account.erase.goes')}</p>
          <h3>{t('account.erase.staysTitle')}</h3>
          <ul>
            <li>{t('account.erase.staysResults')}</li>
            <li>{t('account.erase.staysOrders')}</li>
            <li>{t('account.erase.staysConsent')}</li>
          </ul>
        </div>
        <p>{t('account.erase.download')}</p>
        <DownloadLink />
        <UsernameForManager username={username} />
        <OwnPasswordField
          {...field('password')}
          label={t('account.erase.password')}
          hint={t('account.erase.passwordHint')}
          passkey={passkey}
          modal="eraseAccount"
        />
        <div className={styles.actions}>
          <SubmitButton look="danger" name="intent" value="eraseAccount">
            {t('account.erase.submit')}
          </SubmitButton>
          <CancelLink />
        </div>
      </Form>
    </SettingsDialog>
  )
}
