import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { Tag } from '../ui/tag.tsx'

/** Whether a login asks for more than the password, and the way to change it. */
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
