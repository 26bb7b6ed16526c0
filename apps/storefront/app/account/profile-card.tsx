import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Facts } from '../ui/facts.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { Tag } from '../ui/tag.tsx'
import type { SettingsData } from './read-settings.server.ts'
import styles from './settings-page.module.css'
import { settingsPath } from './settings-view.ts'

type ProfileCardProps = Pick<SettingsData, 'user' | 'born'>

export function ProfileCard({ user, born }: ProfileCardProps) {
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
