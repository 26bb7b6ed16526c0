import type { TextKey } from '@shop/texts/create-texts'
import { ProvenNotice } from '../../platform/forms/proven-notice.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { changeSettings, loadSettings } from '../settings.server.ts'
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
import { type SettingsNotice, settingsViewAfter, settingsViewOf } from '../settings-view.ts'
import type { Route } from './+types/settings'

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const settings = await loadSettings(shop, url)
  return { settings, view: settingsViewOf(url.searchParams) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeSettings(shop, await readForm(shop, request))
}

const NOTICE_TEXT: Record<SettingsNotice, TextKey[]> = {
  profileUpdated: ['messages:userProfileUpdated'],
  emailChanged: ['messages:userProfileUpdated', 'account.notice.emailChanged'],
  emailWaits: ['messages:userProfileUpdated', 'account.notice.emailWaits'],
  pendingEmailDropped: ['account.notice.pendingEmailDropped'],
  passwordChanged: ['messages:passwordChanged'],
  emailConfirmed: ['account.notice.emailConfirmed'],
  mailSent: ['account.notice.mailSent'],
  emailAlreadyConfirmed: ['messages:emailIsAlreadyConfirmed'],
  sessionEnded: ['account.notice.sessionEnded'],
  otherSessionsEnded: ['account.notice.otherSessionsEnded'],
  languageSaved: ['account.notice.languageSaved'],
}

export default function Settings({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { settings, view: asked } = loaderData
  const { t } = useTexts()
  const view = settingsViewAfter(failure?.intent, asked)
  const { user, born, locale, sessions } = settings
  const [title, ...texts] = view.notice && !failure ? NOTICE_TEXT[view.notice] : []
  return (
    <div>
      <PageHead title={t('account.settings.title')} />
      <ProvenNotice />
      {title && !view.modal && (
        <div className={styles.notice}>
          <Notice tone="ok" role="status" title={t(title)}>
            {texts.map((text) => (
              <p key={text}>{t(text)}</p>
            ))}
          </Notice>
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <ProfileCard user={user} born={born} failure={failure} />
          <LanguageCard locale={locale} failure={failure} />
        </div>
        <div className={styles.column}>
          <SecurityCard hasSecondFactor={settings.hasSecondFactor} />
          <SessionsCard sessions={sessions} failure={failure} />
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
