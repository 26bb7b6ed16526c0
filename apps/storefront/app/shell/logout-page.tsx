import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

/** Sign Out asks for confirmation. */
export function LogoutPage({ stay }: { stay: string }) {
  const { t } = useTranslation()
  return (
    <Form method="post" action="/logout" className="stack">
      <PageHead title={t('messages:areYouSure')} windowTitle={t('shell.menu.signOut')} />
      <p className="muted">{t('shell.signOut.text')}</p>
      <div className="row row-wrap">
        <SubmitButton icon="log-out">{t('shell.menu.signOut')}</SubmitButton>
        <ButtonLink look="quiet" to={stay}>
          {t('shell.signOut.stay')}
        </ButtonLink>
      </div>
    </Form>
  )
}
