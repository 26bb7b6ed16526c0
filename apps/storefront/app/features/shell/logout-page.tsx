import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { ButtonLink } from '../../components/button/button.tsx'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { PageHead } from '../../components/page-head/page-head.tsx'

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
