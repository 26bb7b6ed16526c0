import { Form, redirect } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { loginStatePath, type Origin } from '../login-state.ts'
import { OriginFields } from '../origin-fields.tsx'
import { PasskeyButton } from '../passkey-button.tsx'
import { changeSecondStep } from '../second-step.server.ts'
import { SecondStepField } from '../second-step-field.tsx'
import type { Route } from './+types/second-step'

export function loader({ context, url }: Route.LoaderArgs) {
  const query = url.searchParams
  const origin: Origin = {
    pathnameToReturn: query.get('pathnameToReturn') ?? undefined,
    addableFlowPage: query.get('addableFlowPage') ?? undefined,
  }
  if (!context.get(shopContext).cookies.get('loginStep')) throw redirect(loginStatePath('loginForm', origin))
  return { origin }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeSecondStep({ shop, ...(await readForm(shop, request)) })
}

/** The step after the password: the app's code, or a recovery code. */
export default function SecondStep({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { origin } = loaderData
  const { t } = useTexts()
  const field = useFormFields(failure)
  return (
    <AuthFrame title={t('account.secondStep.title')} lead={t('account.secondStep.lead')}>
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={failure} />
        <OriginFields origin={origin} />
        <SecondStepField {...field('code')} />
        <SubmitButton wide>{t('account.login.submit')}</SubmitButton>
      </Form>
      <PasskeyButton action={loginStatePath('loginForm', origin)} intent="passkey" fields={{ ...origin }} />
      <p className="small muted">{t('account.secondStep.lost')}</p>
      <ButtonLink look="plain" to={pathOf('support')}>
        {t('shell.writeToSupport')}
      </ButtonLink>
    </AuthFrame>
  )
}
