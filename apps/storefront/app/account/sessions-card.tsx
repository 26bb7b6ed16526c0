import { Form, useNavigation } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { Tag } from '../ui/tag.tsx'
import type { SettingsData } from './load-settings.server.ts'
import styles from './settings-page.module.css'

interface SessionsCardProps {
  sessions: SettingsData['sessions']
  failure: FormFailure | undefined
}

/** Where the account is logged in, and the way out of each other place and of all of them. */
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
  const { formData } = useNavigation()
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
              pending={formData?.get('sessionId') === id}
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
