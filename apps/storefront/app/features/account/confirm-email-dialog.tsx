import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { CodeField } from '../../components/auth/code-field.tsx'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { FormErrors } from '../../components/form-errors/form-errors.tsx'
import { Notice } from '../../components/notice/notice.tsx'
import { type FormFailure, failureOf } from '../../form-failure.ts'
import { useFormFields } from '../../use-form-fields.ts'
import { CancelLink, SettingsDialog } from './settings-dialog.tsx'
import styles from './settings-page.module.css'
import { type SettingsView, settingsPath } from './settings-view.ts'

interface ConfirmEmailDialogProps {
  email: string
  view: SettingsView
  failure: FormFailure | undefined
}

/** Has a letter with a code sent and takes the code. */
export function ConfirmEmailDialog({ email, view, failure }: ConfirmEmailDialogProps) {
  const { t } = useTranslation()
  const own = failureOf(failure, 'confirmEmail')
  const field = useFormFields(own)
  const isSent = view.notice === 'letterSent'
  return (
    <SettingsDialog modal="confirmEmail" view={view} title={t('account.confirm.title')}>
      <div className="stack">
        {isSent && !failure && (
          <Notice tone="ok" role="status" title={t('account.notice.letterSent')}>
            {t('account.confirm.sentTo', { email })}
          </Notice>
        )}
        <Form method="post" action={settingsPath({ modal: 'confirmEmail' })} className="stack" noValidate>
          <FormErrors failure={own} />
          <CodeField
            {...field('code')}
            label={t('account.confirm.code')}
            hint={t('account.confirm.codeHint')}
          />
          <div className={styles.actions}>
            <SubmitButton name="intent" value="confirmEmail">
              {t('account.confirm.submitCode')}
            </SubmitButton>
            <CancelLink />
          </div>
        </Form>
        <Form method="post" action={settingsPath({ modal: 'confirmEmail' })} className="stack">
          <FormErrors failure={failureOf(failure, 'sendLetter')} />
          {!isSent && <p className="muted">{t('account.confirm.sendTo', { email })}</p>}
          <SubmitButton look="quiet" icon="mail" name="intent" value="sendLetter">
            {t(isSent ? 'account.confirm.sendAgain' : 'account.confirm.send')}
          </SubmitButton>
        </Form>
        <p>
          <Link className="hit" to={settingsPath({ modal: 'editProfile' })} replace preventScrollReset>
            {t('account.confirm.wrongAddress')}
          </Link>
        </p>
      </div>
    </SettingsDialog>
  )
}
