import { ProvenNotice } from '../../platform/forms/proven-notice.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { changeSettings, loadSettings, noticeWords } from '../settings.server.ts'
import {
  LanguageCard,
  PersonalDataCard,
  ProfileCard,
  SecurityCard,
  SessionsCard,
} from '../settings-cards.tsx'
import {
  ChangePasswordDialog,
  ConfirmEmailDialog,
  EditProfileDialog,
  EraseAccountDialog,
} from '../settings-dialogs.tsx'
import styles from '../settings-page.module.css'
import { settingsViewAfter, settingsViewOf } from '../settings-view.ts'
import type { Route } from './+types/settings'

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const settings = await loadSettings(shop, url)
  const view = settingsViewOf(url.searchParams)
  return { settings, view, said: noticeWords(shop, view) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeSettings(shop, await readForm(shop, request))
}

export default function Settings({ loaderData, actionData: failure }: Route.ComponentProps) {
  // A process of the previous release does not send what to say.
  const { settings, view: asked, said = [] } = loaderData
  const { t } = useTexts()
  const view = settingsViewAfter(failure?.intent, asked)
  const { user, born, locale, sessions } = settings
  const [title, ...texts] = failure ? [] : said
  return (
    <div>
      <PageHead title={t('account.settings.title')} />
      <ProvenNotice />
      {title && !view.modal && (
        <div className={styles.notice}>
          <Notice tone="ok" role="status" title={title}>
            {texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Notice>
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <ProfileCard user={user} born={born} failure={failure} />
          <LanguageCard locale={locale} failure={failure} />
          <SessionsCard sessions={sessions} failure={failure} />
        </div>
        <div className={styles.column}>
          <SecurityCard hasSecondFactor={settings.hasSecondFactor} />
          <PersonalDataCard />
        </div>
      </div>
      <EditProfileDialog settings={settings} view={view} failure={failure} />
      <ChangePasswordDialog username={user.email} passkey={settings.passkey} view={view} failure={failure} />
      <ConfirmEmailDialog email={user.pendingEmail ?? user.email} view={view} failure={failure} />
      <EraseAccountDialog username={user.email} passkey={settings.passkey} view={view} failure={failure} />
    </div>
  )
}
