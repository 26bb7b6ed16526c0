import { SHORTEST_PASSWORD } from '@shop/contract/input-lengths'
import type { ComponentProps, ReactNode } from 'react'
import { Form, Link, useLocation, useNavigate } from 'react-router'
import { FORM_OWNER } from '../platform/forms/form-draft.ts'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { KeptNotice } from '../platform/forms/form-owner.tsx'
import { BirthDateField, EmailField, NameFields, PhoneField } from '../platform/forms/person-fields.tsx'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { CodeField } from './code-field.tsx'
import { PasswordField, UsernameForManager } from './password-field.tsx'
import { SendCode } from './send-code.tsx'
import type { SettingsData } from './settings.server.ts'
import { DownloadLink } from './settings-cards.tsx'
import styles from './settings-page.module.css'
import { type SettingsModal, type SettingsView, settingsPath } from './settings-view.ts'

interface DialogProps {
  view: SettingsView
  failure: FormFailure | undefined
}

interface EditProfileDialogProps extends DialogProps {
  settings: Pick<SettingsData, 'user' | 'today' | 'kept' | 'formOwner'>
}

export function EditProfileDialog({ settings, view, failure }: EditProfileDialogProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'editProfile')
  const { user, today, kept, formOwner } = settings
  const { emailConfirmed: _1, pendingEmail: _2, ...initial } = user
  const field = useFormFields(own, kept ?? initial)
  return (
    <SettingsDialog modal="editProfile" view={view} title={t('account.settings.editProfile')}>
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={own} />
        {kept && !own && <KeptNotice />}
        {/* A cancelled edit is not remembered. */}
        <input type="hidden" name={FORM_OWNER} value={formOwner} />
        <NameFields field={field} />
        <EmailField field={field} hint={t('account.settings.emailHint')} />
        <PhoneField field={field} />
        <BirthDateField field={field} today={today} />
        <div className={styles.actions}>
          <SubmitButton name="intent" value="editProfile">
            {t('forms.save')}
          </SubmitButton>
          <CancelLink />
        </div>
      </Form>
    </SettingsDialog>
  )
}

/** Props of a dialog that asks for the account's password. */
interface PasswordDialogProps extends DialogProps {
  username: string
  passkey: SettingsData['passkey']
}

export function ChangePasswordDialog({ username, passkey, view, failure }: PasswordDialogProps) {
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
          label={t('account.newPassword')}
          hint={t('account.register.passwordHint', { count: SHORTEST_PASSWORD })}
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

interface ConfirmEmailDialogProps extends DialogProps {
  email: string
}

/** Sends a mail with a code on request, and takes the code. */
export function ConfirmEmailDialog({ email, view, failure }: ConfirmEmailDialogProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'confirmEmail')
  const field = useFormFields(own)
  const { key } = useLocation()
  const isSent = view.notice === 'mailSent'
  const sent = isSent && !failure && key
  // A customer who has typed a code has received a mail.
  const hasCode = isSent || own !== undefined
  const sending = (
    <div key="sending" className="stack">
      <FormErrors failure={failureOf(failure, 'sendMail')} />
      {!hasCode && <p className="muted">{t('account.confirm.sendTo', { email })}</p>}
      <SendCode
        sent={sent}
        isFirst={!hasCode}
        action={settingsPath({ modal: 'confirmEmail', notice: view.notice })}
      />
    </div>
  )
  const taking = (
    <Form
      key="taking"
      method="post"
      action={settingsPath({ modal: 'confirmEmail' })}
      className="stack"
      noValidate
    >
      <FormErrors failure={own} />
      <CodeField {...field('code')} />
      <div className={styles.actions}>
        <SubmitButton look={hasCode ? 'primary' : 'quiet'} name="intent" value="confirmEmail">
          {t('forms.confirm')}
        </SubmitButton>
        <CancelLink />
      </div>
    </Form>
  )
  return (
    <SettingsDialog modal="confirmEmail" view={view} title={t('account.confirm.title')}>
      <div className="stack">
        {sent && (
          <Notice key={sent} tone="ok" role="status" title={t('account.notice.mailSent')}>
            {t('account.confirm.sentTo', { email })}
          </Notice>
        )}
        {/* By their keys they keep their state, and the button its focus, when they change places. */}
        {hasCode ? [taking, sending] : [sending, taking]}
        <p>
          <Link className="hit" to={settingsPath({ modal: 'editProfile' })} replace preventScrollReset>
            {t('account.confirm.wrongAddress')}
          </Link>
        </p>
      </div>
    </SettingsDialog>
  )
}

/** What is deleted, what stays and why, and the password once more. */
export function EraseAccountDialog({ username, passkey, view, failure }: PasswordDialogProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'eraseAccount')
  const field = useFormFields(own)
  return (
    <SettingsDialog modal="eraseAccount" view={view} title={t('account.erase.title')}>
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={own} />
        <div className={`stack stack-s ${styles.consequences}`}>
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
          label={t('account.yourPassword')}
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

type OwnPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'required'> & {
  passkey: SettingsData['passkey']
  /** The dialog that contains it. */
  modal: SettingsModal
}

/** The account's password, or none if a passkey has just been used instead. */
function OwnPasswordField({ passkey, modal, ...field }: OwnPasswordFieldProps) {
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

interface SettingsDialogProps {
  modal: SettingsModal
  view: SettingsView
  title: string
  children: ReactNode
}

/** A modal of the settings page. Opening and closing are navigations: its earlier messages are forgotten. */
function SettingsDialog({ modal, view, title, children }: SettingsDialogProps) {
  const navigate = useNavigate()
  const isOpen = view.modal === modal
  const close = () => navigate(settingsPath({}), { replace: true, preventScrollReset: true })
  return (
    <Dialog open={isOpen} title={title} onClose={close}>
      {isOpen && children}
    </Dialog>
  )
}

/** Leaves the modal; a link, so that it works without scripts. */
function CancelLink() {
  const { t } = useTexts()
  return (
    <ButtonLink look="quiet" to={settingsPath({})} replace preventScrollReset>
      {t('forms.cancel')}
    </ButtonLink>
  )
}
