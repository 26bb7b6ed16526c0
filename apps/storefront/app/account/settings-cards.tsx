import { LOCALES, type Locale } from '@shop/domain/locale'
import type { ComponentProps } from 'react'
import { Form, Link } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { LANGUAGE_NAMES } from '../platform/texts/language-names.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Card } from '../ui/card.tsx'
import { Facts } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { Tag } from '../ui/tag.tsx'
import type { SettingsData } from './settings.server.ts'
import styles from './settings-page.module.css'
import { type SettingsModal, settingsPath } from './settings-view.ts'

type ProfileCardProps = Pick<SettingsData, 'user' | 'born'> & { failure: FormFailure | undefined }

export function ProfileCard({ user, born, failure }: ProfileCardProps) {
  const { t } = useTexts()
  const notGiven = <span className="muted">{t('account.settings.notGiven')}</span>
  return (
    <Card as="section" aria-labelledby="profile" stacked>
      <SectionHead id="profile" title={t('account.settings.profile')} bare />
      <Facts
        facts={[
          {
            icon: 'user-round',
            term: t('account.settings.name'),
            value: `${user.firstName} ${user.lastName}`,
          },
          { icon: 'mail', term: t('forms.person.email'), value: <Email user={user} /> },
          { icon: 'phone', term: t('forms.person.phone'), value: user.phone || notGiven },
          { icon: 'calendar', term: t('forms.person.dateOfBirth'), value: born || notGiven },
        ]}
      />
      {user.pendingEmail && <PendingEmail email={user.pendingEmail} failure={failure} />}
      <div className={styles.actions}>
        <ModalLink look="quiet" icon="pencil" modal="editProfile">
          {t('account.settings.editProfile')}
        </ModalLink>
        <ModalLink look="quiet" icon="lock" modal="changePassword">
          {t('account.settings.changePassword')}
        </ModalLink>
      </div>
    </Card>
  )
}

/** A new address has no effect until it is confirmed. */
function PendingEmail({ email, failure }: { email: string; failure: FormFailure | undefined }) {
  const { t } = useTexts()
  return (
    <Notice title={t('account.settings.emailWaits', { email })}>
      <p>{t('account.settings.emailWaitsText')}</p>
      <Form method="post" action={pathOf('settings')} preventScrollReset className={styles.actions}>
        <FormErrors failure={failureOf(failure, 'dropPendingEmail')} />
        <ModalLink size="s" modal="confirmEmail">
          {t('account.settings.enterCode')}
        </ModalLink>
        <SubmitButton look="quiet" size="s" name="intent" value="dropPendingEmail">
          {t('account.settings.keepEmail')}
        </SubmitButton>
      </Form>
    </Notice>
  )
}

function Email({ user }: Pick<SettingsData, 'user'>) {
  const { t } = useTexts()
  return (
    <>
      <span className={styles.mail}>
        {user.email}
        <Tag tone={user.emailConfirmed ? 'ok' : 'warn'}>
          {t(user.emailConfirmed ? 'account.settings.emailConfirmed' : 'account.settings.emailNotConfirmed')}
        </Tag>
      </span>
      {!user.emailConfirmed && (
        <span className={styles.mail}>
          <span className="small muted">{t('account.settings.emailWhy')}</span>
          <ModalLink size="s" modal="confirmEmail">
            {t('forms.confirm')}
          </ModalLink>
        </span>
      )}
    </>
  )
}

interface LanguageCardProps {
  locale: Locale
  failure: FormFailure | undefined
}

export function LanguageCard({ locale, failure }: LanguageCardProps) {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby="language-title" stacked>
      <SectionHead id="language-title" title={t('shell.language')} bare />
      {/* Another language needs other texts, which a full page load handles best. */}
      <Form method="post" action={pathOf('settings')} reloadDocument className={styles.language}>
        <FormErrors failure={failureOf(failure, 'chooseLanguage')} />
        <SelectField
          name="locale"
          label={t('account.settings.language')}
          defaultValue={locale}
          options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        />
        <SubmitButton look="quiet" name="intent" value="chooseLanguage">
          {t('account.settings.submitLanguage')}
        </SubmitButton>
      </Form>
    </Card>
  )
}

/** Whether a login asks for more than the password, and a link to change it. */
export function SecurityCard({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby="second-step" stacked>
      <SectionHead id="second-step" title={t('account.security.title')} bare />
      <p className="muted">{t('account.security.cardText')}</p>
      <div className="row row-wrap">
        <ButtonLink look="quiet" icon="shield-check" to={pathOf('security')}>
          {t(hasSecondFactor ? 'account.security.change' : 'account.security.setUp')}
        </ButtonLink>
        <Tag tone={hasSecondFactor ? 'ok' : 'wait'}>
          {t(hasSecondFactor ? 'account.security.on' : 'account.security.off')}
        </Tag>
      </div>
    </Card>
  )
}

interface SessionsCardProps {
  sessions: SettingsData['sessions']
  failure: FormFailure | undefined
}

/** Where the account is logged in, with buttons to log out one other device or all of them. */
export function SessionsCard({ sessions, failure }: SessionsCardProps) {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby="sessions" stacked>
      <SectionHead id="sessions" title={t('account.settings.sessionsTitle')} bare />
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      <FormErrors failure={failureOf(failure, 'endSession')} />
      {sessions.length > 1 ? (
        <Form method="post" action={pathOf('settings')} preventScrollReset className="stack">
          <FormErrors failure={failureOf(failure, 'endOtherSessions')} />
          <SubmitButton look="quiet" icon="log-out" name="intent" value="endOtherSessions">
            {t('account.settings.endOthers')}
          </SubmitButton>
        </Form>
      ) : (
        <p className="small muted">{t('account.settings.onlyHere')}</p>
      )}
    </Card>
  )
}

function SessionItem({ session }: { session: SettingsData['sessions'][number] }) {
  const { t } = useTexts()
  const { id, device, isCurrent, lastUsed } = session
  const name = device ? t('account.settings.browserOn', { ...device }) : t('account.settings.unknownDevice')
  return (
    <li>
      <span>{name}</span>
      {isCurrent ? (
        <Tag>{t('account.settings.thisDevice')}</Tag>
      ) : (
        <>
          <span className="small muted">{t('account.settings.lastUsed', { date: lastUsed })}</span>
          <Form method="post" action={pathOf('settings')} preventScrollReset>
            <input type="hidden" name="sessionId" value={id} />
            <SubmitButton
              look="quiet"
              name="intent"
              value="endSession"
              aria-label={t('account.settings.endSession', { device: name, date: lastUsed })}
            >
              {t('account.settings.end')}
            </SubmitButton>
          </Form>
        </>
      )}
    </li>
  )
}

/** The customer's rights over their data: to get a copy, to ask about it, and to have it erased. */
export function PersonalDataCard() {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby="data" stacked>
      <SectionHead id="data" title={t('account.settings.dataTitle')} bare />
      <p className="muted">{t('account.settings.dataText')}</p>
      <DownloadLink />
      <ul>
        <li>
          <Link className="hit" to={pathOf('documents')}>
            {t('account.settings.documents')}
          </Link>
        </li>
        <li>
          <Link className="hit" to={pathOf('dataViews')}>
            {t('account.dataViews.title')}
          </Link>
        </li>
        <li>
          <Link className="hit" to={pathOf('dataRequests')}>
            {t('account.rights.link')}
          </Link>
        </li>
      </ul>
      <h3>{t('account.settings.eraseTitle')}</h3>
      <p className="muted">{t('account.settings.eraseText')}</p>
      <ModalLink look="danger" icon="trash-2" modal="eraseAccount">
        {t('account.settings.erase')}
      </ModalLink>
    </Card>
  )
}

type ModalLinkProps = Omit<ComponentProps<typeof ButtonLink>, 'to'> & { modal: SettingsModal }

/** Opens a modal of the page without scrolling it. */
function ModalLink({ modal, ...link }: ModalLinkProps) {
  return <ButtonLink {...link} to={settingsPath({ modal })} preventScrollReset />
}

/**
 * A file, hence not a link of the router. No `download`: the page that first asks for the password would be saved as
 * the file.
 */
export function DownloadLink() {
  const { t } = useTexts()
  return (
    <a className={buttonClass({ look: 'quiet' })} href={pathOf('myData')}>
      <Icon name="download" />
      {t('account.settings.download')}
    </a>
  )
}
