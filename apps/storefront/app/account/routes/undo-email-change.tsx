import { Form } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { LinkTokenField, useLinkToken } from '../../platform/pages/link-token.tsx'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import styles from '../security.module.css'
import { undoEmailChange } from '../undo-email-change.server.ts'
import type { Route } from './+types/undo-email-change'

export function loader({ url }: Route.LoaderArgs) {
  return { isUndone: url.searchParams.has('undone') }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return undoEmailChange({ shop, ...(await readForm(shop, request)) })
}

/**
 * The page that the mail about a change of address links to. Opening it does not undo anything yet; the button does.
 */
export default function UndoEmailChange({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { isUndone } = loaderData
  const { t } = useTexts()
  const token = useLinkToken()
  if (isUndone) {
    return (
      <AuthFrame title={t('account.undo.doneTitle')}>
        <Notice tone="ok" role="status">
          {t('account.undo.doneText')}
        </Notice>
        <ButtonLink look="quiet" wide to="/">
          {t('shell.error.home')}
        </ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('account.undo.title')} lead={t('account.undo.lead')}>
      <FormErrors failure={failure} />
      {!failure && (
        <Form method="post" className="stack">
          <ul className={styles.bullets}>
            <li>{t('account.undo.address')}</li>
            <li>{t('account.undo.sessions')}</li>
            <li>{t('account.undo.password')}</li>
          </ul>
          <LinkTokenField token={token} label={t('account.link.label')} hint={t('account.link.hint')} />
          <SubmitButton wide>{t('account.undo.submit')}</SubmitButton>
          <p className="small muted">{t('account.undo.hint')}</p>
        </Form>
      )}
      {(!token || failure) && (
        <ButtonLink look="quiet" wide to={pathOf('support')}>
          {t('shell.writeToSupport')}
        </ButtonLink>
      )}
    </AuthFrame>
  )
}
