import { Form } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { currentUser } from '../../platform/session/viewer.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { OriginFields } from '../origin-fields.tsx'
import { PasskeyButton } from '../passkey-button.tsx'
import { PasswordField, UsernameForManager } from '../password-field.tsx'
import { proveOwner } from '../prove-owner.server.ts'
import { pathAfterLogin } from '../return-path.server.ts'
import { SecondStepField } from '../second-step-field.tsx'
import type { Route } from './+types/prove-owner'

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = url.searchParams
  const { email, hasSecondFactor } = await currentUser(context.get(shopContext))
  return {
    email,
    asksPassword: !hasSecondFactor || query.get('only') !== 'secondFactor',
    asksCode: hasSecondFactor,
    pathnameToReturn: pathAfterLogin(query.get('pathnameToReturn')),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return proveOwner({ shop, ...(await readForm(shop, request)) })
}

/** Asks for a proof of identity before something for which a session alone is not enough. */
export default function ProveOwner({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { email, asksPassword, asksCode, pathnameToReturn } = loaderData
  const { t } = useTexts()
  const field = useFormFields(failure)
  return (
    <AuthFrame
      title={t('account.prove.title')}
      lead={t(asksPassword ? 'account.prove.lead' : 'account.prove.leadResults')}
    >
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={failure} />
        <OriginFields origin={{ pathnameToReturn }} />
        {asksPassword && (
          <>
            <UsernameForManager username={email} />
            <PasswordField
              {...field('password')}
              label={t('account.password')}
              autoComplete="current-password"
              required
            />
          </>
        )}
        {asksCode && <SecondStepField {...field('code')} />}
        <SubmitButton wide>{t('forms.confirm')}</SubmitButton>
      </Form>
      {asksCode && (
        <PasskeyButton action={pathOf('proveOwner')} intent="proveOwner" fields={{ pathnameToReturn }} />
      )}
      <ButtonLink look="plain" to={asksPassword ? pathnameToReturn : '/'}>
        {t('forms.cancel')}
      </ButtonLink>
    </AuthFrame>
  )
}
