import { LONGEST_SUPPORT_TEXT } from '@shop/contract/input-lengths'
import type { ConsentWords } from '@shop/texts/consent-words.server'
import { Form } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../../platform/forms/form-failure.ts'
import { FormOwner, KeptNotice } from '../../platform/forms/form-owner.tsx'
import { EmailField } from '../../platform/forms/person-fields.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { usePartner, useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { changeSupport, loadSupport } from '../support.server.ts'
import styles from '../support-page.module.css'
import { SupportThreads } from '../support-threads.tsx'
import type { Route } from './+types/support'

export async function loader({ context, url }: Route.LoaderArgs) {
  return loadSupport({ shop: context.get(shopContext), query: url.searchParams })
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeSupport(shop, await readForm(shop, request))
}

export default function Support({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { initial, reference, threads, testsConsent, formOwner, kept } = loaderData
  const { t } = useTexts()
  const isReplyKept = kept?.intent === 'reply'
  const asked = threads.length > 0 && (
    <SupportThreads
      threads={threads}
      failure={failure}
      formOwner={formOwner}
      kept={isReplyKept ? kept : undefined}
    />
  )
  // A returning customer looks for an answer; one who has just written, or who comes from an order, for the form.
  const isAnswerFirst = !reference && !initial.orderNumber
  return (
    <div>
      <PageHead title={t('documents.support.title')} lead={t('documents.support.lead')} />
      <div className={`split ${styles.columns}`}>
        <div className="stack stack-l">
          {isAnswerFirst && asked}
          <section aria-labelledby="write">
            <SectionHead id="write" title={t('documents.support.write')} />
            {reference && !failure ? (
              <Sent reference={reference} />
            ) : (
              <SupportForm
                initial={initial}
                testsConsent={testsConsent}
                failure={failure}
                formOwner={formOwner}
                kept={isReplyKept ? undefined : kept}
              />
            )}
          </section>
          {!isAnswerFirst && asked}
        </div>
        <Contacts />
      </div>
    </div>
  )
}

function Sent({ reference }: { reference: string }) {
  const { t } = useTexts()
  return (
    <div className="stack">
      <Notice tone="ok" role="status" title={t('documents.support.sent')}>
        <p>
          {t('documents.support.reference')} <b className={styles.reference}>{reference}</b>
        </p>
        <p>{t('documents.support.copy')}</p>
      </Notice>
      <ButtonLink look="quiet" to={pathOf('support')}>
        {t('documents.support.another')}
      </ButtonLink>
    </div>
  )
}

/** Other ways to reach the laboratory. */
function Contacts() {
  const { t } = useTexts()
  const partner = usePartner()
  const phone = partner.phone
  const email = partner.email
  return (
    <Card as="aside" aria-labelledby="contacts">
      <SectionHead id="contacts" title={t('documents.support.contacts')} bare />
      <Facts
        facts={[
          {
            icon: 'phone',
            term: t('forms.person.phone'),
            value: <PhoneLink phone={phone} />,
          },
          {
            icon: 'mail',
            term: t('forms.person.email'),
            value: (
              <a className="hit" href={`mailto:${email}`}>
                {email}
              </a>
            ),
          },
          { icon: 'clock', term: t('documents.support.hours'), value: partner.supportHours },
          { icon: 'house', term: partner.company, value: partner.address },
        ]}
      />
      <p className={styles.emergency}>{t('documents.support.emergency')}</p>
    </Card>
  )
}

interface SupportFormProps {
  initial: Record<string, string>
  testsConsent: ConsentWords | null
  failure: FormFailure | undefined
  formOwner: string | null
  kept: Record<string, string> | undefined
}

function SupportForm({ initial, testsConsent, failure, formOwner, kept }: SupportFormProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'support')
  const field = useFormFields(own, kept ?? initial)
  const typed = own?.values ?? kept
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors failure={own} />
      {kept && !own && <KeptNotice />}
      <FormOwner owner={formOwner} />
      <TextField {...field('name')} label={t('documents.support.name')} autoComplete="name" required />
      <EmailField field={field} hint={t('documents.support.emailHint')} />
      <TextField
        {...field('orderNumber')}
        label={t('documents.support.orderNumber')}
        autoComplete="off"
        optional
      />
      {testsConsent && (
        <fieldset aria-describedby="letsTests-hint">
          <legend>{t('order.testsConsent.asked')}</legend>
          <p id="letsTests-hint" className="small muted">
            {testsConsent.text}
          </p>
          <Checkbox
            name="letsTests"
            defaultChecked={typed?.letsTests !== undefined}
            label={testsConsent.grant}
          />
        </fieldset>
      )}
      <TextArea
        {...field('message')}
        label={t('documents.support.message')}
        hint={t('documents.support.messageHint')}
        rows={6}
        maxLength={LONGEST_SUPPORT_TEXT}
        autoComplete="off"
        required
      />
      <SubmitButton>{t('documents.support.send')}</SubmitButton>
    </Form>
  )
}
