import { Form, Link } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { acceptDocuments, loadDocumentsToAccept } from '../accept-documents.server.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { DocumentChecks } from '../document-checks.tsx'
import { OriginFields } from '../origin-fields.tsx'
import { pathAfterLogin } from '../return-path.server.ts'
import type { Route } from './+types/accept-documents'

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = url.searchParams
  return {
    documents: await loadDocumentsToAccept(shop),
    pathnameToReturn: pathAfterLogin(query.get('pathnameToReturn')),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return acceptDocuments({ shop, ...(await readForm(shop, request)) })
}

/** Asks an account that accepted an older version again. */
export default function AcceptDocuments({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { documents, pathnameToReturn } = loaderData
  const { t } = useTexts()
  if (documents.length === 0) {
    return (
      <AuthFrame title={t('account.accept.title')} lead={t('account.accept.none')}>
        <ButtonLink wide to={pathnameToReturn}>
          {t('order.continue')}
        </ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('account.accept.title')} lead={t('account.accept.lead')}>
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={failure} />
        <OriginFields origin={{ pathnameToReturn }} />
        <DocumentChecks legend={t('documents.title')} documents={documents} failure={failure} />
        <SubmitButton wide>{t('account.accept.submit')}</SubmitButton>
      </Form>
      <p className="small muted">
        {t('account.accept.refuse')} <Link to={pathOf('settings')}>{t('account.settings.title')}</Link>
      </p>
    </AuthFrame>
  )
}
