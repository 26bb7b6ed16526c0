import { useEffect } from 'react'
import { Form, useSubmit } from 'react-router'
import { AuthFrame } from '../../account/auth-frame.tsx'
import { confirmEmail } from '../../account/confirm-email.server.ts'
import { cartBadge } from '../../cart/cart-badge.server.ts'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import type { FormFailure } from '../../platform/forms/form-failure.ts'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { LinkTokenField, useLinkToken } from '../../platform/pages/link-token.tsx'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import type { Route } from './+types/confirm-email'

export function loader({ context, url }: Route.LoaderArgs) {
  return {
    isConfirmed: url.searchParams.has('confirmed'),
    isLoggedIn: context.get(shopContext).token !== undefined,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const isOrdering = async () => Boolean((await cartBadge(shop))?.count)
  return confirmEmail({ shop, ...(await readForm(shop, request)) }, isOrdering)
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmEmailPage {...loaderData} failure={actionData ?? undefined} />
}

interface ConfirmEmailPageProps {
  isConfirmed: boolean
  isLoggedIn: boolean
  failure: FormFailure | undefined
}

/**
 * The target of the mailed link: opening it does not confirm yet, the button does. In a browser that is
 * logged in as the link's account it continues automatically.
 */
function ConfirmEmailPage({ isConfirmed, isLoggedIn, failure }: ConfirmEmailPageProps) {
  const { t } = useTexts()
  const submit = useSubmit()
  const token = useLinkToken()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the link is opened
  useEffect(() => {
    if (!token || isConfirmed || !isLoggedIn || failure) return
    // If the link belongs to another account, the page stays as it is, with the button.
    submit({ token, intent: 'opened' }, { method: 'post', action: pathOf('confirmEmail'), replace: true })
  }, [token])
  if (isConfirmed) return <Confirmed isLoggedIn={isLoggedIn} />
  return (
    <AuthFrame title={t('account.confirm.title')} {...(token ? { lead: t('account.confirm.lead') } : {})}>
      <Form method="post" action={pathOf('confirmEmail')} className="stack">
        <FormErrors failure={failure} />
        {!token && <p>{t('account.confirm.noToken')}</p>}
        <LinkTokenField token={token} label={t('account.link.label')} hint={t('account.link.hint')} />
        <SubmitButton wide>{t('account.confirm.submit')}</SubmitButton>
        <p className="small muted">{t('account.confirm.tokenHint')}</p>
      </Form>
      {(!token || failure) && (
        <ButtonLink look="quiet" wide to={`${pathOf('settings')}?modal=confirmEmail`}>
          {t('account.confirm.toSettings')}
        </ButtonLink>
      )}
    </AuthFrame>
  )
}

function Confirmed({ isLoggedIn }: { isLoggedIn: boolean }) {
  const { t } = useTexts()
  return (
    <AuthFrame title={t('account.confirm.doneTitle')}>
      <Notice tone="ok" role="status">
        {t('account.confirm.doneText')}
      </Notice>
      {isLoggedIn && (
        <ButtonLink wide to={pathOf('dataConfirmed')}>
          {t('account.confirm.goOn')}
        </ButtonLink>
      )}
      <ButtonLink look="quiet" wide to="/">
        {t('shell.error.home')}
      </ButtonLink>
    </AuthFrame>
  )
}
