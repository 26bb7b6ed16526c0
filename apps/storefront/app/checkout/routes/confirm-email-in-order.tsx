import { Form, useLocation } from 'react-router'
import { CodeField } from '../../account/code-field.tsx'
import { SendCode } from '../../account/send-code.tsx'
import { CheckoutFrame } from '../../cart/checkout-frame.tsx'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../../platform/forms/form-failure.ts'
import { EmailField } from '../../platform/forms/person-fields.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import {
  confirmEmailInOrder,
  type EmailConfirmationView,
  loadConfirmEmailInOrder,
} from '../confirm-email-in-order.server.ts'
import styles from '../email-confirmation.module.css'
import type { Route } from './+types/confirm-email-in-order'

export function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = url.searchParams
  return loadConfirmEmailInOrder(shop, query)
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return confirmEmailInOrder(shop, await readForm(shop, request))
}

const FORM = 'confirm'

/** The code from the mail, sending the mail again, and correcting the address. */
export default function ConfirmEmailInOrder({ loaderData: view, actionData: failure }: Route.ComponentProps) {
  const { t } = useTexts()
  const { summary, email, mail } = view
  const { key } = useLocation()
  const codeFailure = failureOf(failure, 'confirm')
  const codeField = useFormFields(codeFailure)
  const next = ({ wide }: { wide: boolean }) => (
    <SubmitButton
      look={mail === null ? 'quiet' : 'primary'}
      form={FORM}
      name="intent"
      value="confirm"
      wide={wide}
    >
      {t('forms.confirm')}
    </SubmitButton>
  )
  // Until a code was sent, sending it is what comes first.
  const sending = (
    <div key="sending" className={styles.more}>
      <SendCode sent={mail === 'sent' && !failure && key} isFirst={mail === null} />
      <CorrectAddress email={email} failure={failureOf(failure, 'correctEmail')} />
    </div>
  )
  // A new form takes the focus once a code was sent.
  const taking = (
    <Form key={`taking ${mail === null}`} method="post" id={FORM} className="stack" noValidate>
      <FormErrors failure={codeFailure} />
      <CodeField autoFocus={mail !== null} {...codeField('code')} goesOn />
    </Form>
  )
  return (
    <CheckoutFrame title={t('account.confirm.title')} step="contact" summary={summary} next={next}>
      <PageHead title={t('account.confirm.title')}>
        <p className="muted">
          {t(mail === 'sent' ? 'order.email.sentTo' : 'order.email.sendTo')} <b>{email}</b>
        </p>
      </PageHead>
      {/* Announced after each mail. */}
      <MailNotice key={key} mail={failure ? null : mail} />
      {mail === null ? [sending, taking] : [taking, sending]}
    </CheckoutFrame>
  )
}

function MailNotice({ mail }: Pick<EmailConfirmationView, 'mail'>) {
  const { t } = useTexts()
  if (mail === null) return null
  if (mail === 'confirmed') {
    return <Notice tone="bad" role="alert" title={t('messages:emailIsAlreadyConfirmed')} />
  }
  const isSent = mail === 'sent'
  return (
    <Notice
      tone={isSent ? 'ok' : 'bad'}
      role={isSent ? 'status' : 'alert'}
      title={t(`order.email.mail.${mail}`)}
    />
  )
}

/** Closed until opened, or until what was typed in it is invalid. */
function CorrectAddress({ email, failure }: { email: string; failure: FormFailure | undefined }) {
  const { t } = useTexts()
  const field = useFormFields(failure, { email })
  return (
    <details className={styles.correct} open={failure !== undefined}>
      <summary>{t('account.confirm.wrongAddress')}</summary>
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={failure} />
        <EmailField field={field} />
        <SubmitButton look="quiet" name="intent" value="correctEmail">
          {t('order.email.saveAddress')}
        </SubmitButton>
      </Form>
    </details>
  )
}
