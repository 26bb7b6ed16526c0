import { LONGEST_SUPPORT_TEXT } from '@shop/contract/input-lengths'
import { useEffect } from 'react'
import { Form, useSubmit } from 'react-router'
import { FORM_OWNER } from '../../platform/forms/form-draft.ts'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import type { FormFailure } from '../../platform/forms/form-failure.ts'
import { FormOwner } from '../../platform/forms/form-owner.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { LinkTokenField, useLinkToken } from '../../platform/pages/link-token.tsx'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { changeSupportAnswer } from '../support-answer.server.ts'
import styles from '../support-page.module.css'
import type { Route } from './+types/support-answer'

export function loader({ url }: Route.LoaderArgs) {
  return { isSent: url.searchParams.has('sent') }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeSupportAnswer(shop, await readForm(shop, request))
}

/** The page that the mail with an answer links to for a guest: the latest answer, and a form to reply. */
export default function SupportAnswer({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts()
  const failure = actionData && 'intent' in actionData ? actionData : undefined
  const opened = actionData && 'opened' in actionData ? actionData.opened : undefined
  const refused = actionData && 'unsent' in actionData ? actionData : undefined
  const isSent = loaderData.isSent && !actionData
  return (
    <div>
      <PageHead title={t(isSent ? 'documents.support.title' : 'documents.support.guest.title')} />
      <div className={`stack stack-l ${styles.page}`}>
        {isSent ? (
          <>
            <Notice tone="ok" role="status" title={t('documents.support.sent')}>
              <p>{t('documents.support.guest.sentText')}</p>
            </Notice>
            <ButtonLink look="quiet" to={pathOf('home')}>
              {t('shell.error.home')}
            </ButtonLink>
          </>
        ) : opened ? (
          <>
            {opened.answer && (
              <Card as="article" stacked aria-label={opened.reference}>
                <p className="small">
                  <b>{t('documents.support.by.support')}</b> <span className="muted">{opened.answer.at}</span>
                </p>
                <p className={styles.said}>{opened.answer.text}</p>
              </Card>
            )}
            <Reply token={opened.token} reference={opened.reference} failure={undefined} />
          </>
        ) : refused ? (
          <Reply
            token={refused.token}
            reference={refused.unsent.values[FORM_OWNER] ?? null}
            failure={refused.unsent}
          />
        ) : (
          <Open failure={failure} />
        )}
      </div>
    </div>
  )
}

/** Opens the link: the script sends its secret; without scripts the guest pastes the link and sends it. */
function Open({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useTexts()
  const submit = useSubmit()
  const token = useLinkToken()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (token && !failure) submit({ token, intent: 'open' }, { method: 'post', replace: true })
  }, [token])
  return (
    <>
      <FormErrors failure={failure} />
      {/* A link whose secret was sent automatically and refused would be refused again. */}
      {!(failure && token) && (
        <Form method="post" className="stack">
          <LinkTokenField token={token} label={t('account.link.label')} hint={t('account.link.hint')} />
          <SubmitButton name="intent" value="open">
            {t('documents.support.guest.open')}
          </SubmitButton>
        </Form>
      )}
      {failure && (
        <ButtonLink look="quiet" to={pathOf('support')}>
          {t('documents.support.guest.form')}
        </ButtonLink>
      )}
    </>
  )
}

interface ReplyProps {
  token: string
  /** The reader of this thread, who has its link, finds what was typed again. */
  reference: string | null
  failure: FormFailure | undefined
}

function Reply({ token, reference, failure }: ReplyProps) {
  const { t } = useTexts()
  const field = useFormFields(failure)
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors failure={failure} />
      <FormOwner owner={reference} />
      <input type="hidden" name="token" value={token} />
      <TextArea
        {...field('text')}
        label={t('documents.support.message')}
        hint={t('documents.support.messageHint')}
        rows={6}
        maxLength={LONGEST_SUPPORT_TEXT}
        autoComplete="off"
        required
      />
      <SubmitButton name="intent" value="reply">
        {t('documents.support.send')}
      </SubmitButton>
    </Form>
  )
}
