import { Form, Link } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Notice } from '../ui/notice.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { CodeField } from './code-field.tsx'
import { SendCode } from './send-code.tsx'
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
  const { t } = useTexts()
  const own = failureOf(failure, 'confirmEmail')
  const field = useFormFields(own)
  const isSent = view.notice === 'letterSent'
  // Who has typed a code has a letter.
  const hasCode = isSent || own !== undefined
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
          <CodeField {...field('code')} />
          <div className={styles.actions}>
            <SubmitButton look={hasCode ? 'primary' : 'quiet'} name="intent" value="confirmEmail">
              {t('account.confirm.submitCode')}
            </SubmitButton>
            <CancelLink />
          </div>
        </Form>
        <FormErrors failure={failureOf(failure, 'sendLetter')} />
        {!hasCode && <p className="muted">{t('account.confirm.sendTo', { email })}</p>}
        <SendCode
          justSent={isSent && !failure}
          isFirst={!hasCode}
          action={settingsPath({ modal: 'confirmEmail' })}
        />
        <p>
          <Link className="hit" to={settingsPath({ modal: 'editProfile' })} replace preventScrollReset>
            {t('account.confirm.wrongAddress')}
          </Link>
        </p>
      </div>
    </SettingsDialog>
  )
}
