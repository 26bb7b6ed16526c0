import { Form, redirect } from 'react-router'
import { localPath } from '../../platform/navigation/local-path.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { leaveTo, logOut } from '../../platform/session/session.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { leave, useLeavingTexts } from '../leaving.tsx'
import type { Route } from './+types/logout'

export function loader({ context, url }: Route.LoaderArgs) {
  if (!context.get(shopContext).token) throw redirect('/')
  return { stay: localPath(url.searchParams.get('pathnameToReturn')) ?? '/' }
}

export async function action({ context }: Route.ActionArgs) {
  await logOut(context.get(shopContext))
  return leaveTo('/')
}

/** Unsent text and the page itself are removed with the session, whether the shop answers or not. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return leave(serverAction)
}

export default function Logout({ loaderData }: Route.ComponentProps) {
  return <LogoutPage stay={loaderData.stay} />
}

/** Asks for confirmation before logging out. */
function LogoutPage({ stay }: { stay: string }) {
  const { t } = useTexts()
  useLeavingTexts()
  return (
    <Form method="post" action={pathOf('logout')} className="stack">
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
