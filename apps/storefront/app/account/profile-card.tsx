import { Form } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { Tag } from '../ui/tag.tsx'
import type { SettingsData } from './load-settings.server.ts'
import styles from './settings-page.module.css'
import { settingsPath } from './settings-view.ts'

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
        <ButtonLink look="quiet" icon="pencil" to={settingsPath({ modal: 'editProfile' })} preventScrollReset>
          {t('account.settings.editProfile')}
        </ButtonLink>
        <ButtonLink
          look="quiet"
          icon="lock"
          to={settingsPath({ modal: 'changePassword' })}
          preventScrollReset
        >
          {t('account.settings.changePassword')}
        </ButtonLink>
      </div>
    </Card>
  )
}

/** A new address counts for nothing until it is confirmed. */
function PendingEmail({ email, failure }: { email: string; failure: FormFailure | undefined }) {
  const { t } = useTexts()
  return (
    <Notice title={t('account.settings.emailWaits', { email })}>
      <p>{t('account.settings.emailWaitsText')}</p>
      <Form method="post" action={pathOf('settings')} preventScrollReset className={styles.actions}>
        <FormErrors failure={failureOf(failure, 'dropPendingEmail')} />
        <ButtonLink size="s" to={settingsPath({ modal: 'confirmEmail' })} preventScrollReset>
          {t('account.settings.enterCode')}
        </ButtonLink>
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
          <ButtonLink size="s" to={settingsPath({ modal: 'confirmEmail' })} preventScrollReset>
            {t('account.settings.confirmEmail')}
          </ButtonLink>
        </span>
      )}
    </>
  )
}
