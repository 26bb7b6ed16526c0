import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SectionHead } from '../ui/section-head.tsx'

/** After the first order, when results are on their way: once, and to be passed over. */
export function SecondStepOffer({ orderId }: { orderId: string }) {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby="second-step-title" stacked>
      <SectionHead id="second-step-title" title={t('order.secondStep.title')} bare />
      <p className="muted">{t('order.secondStep.text')}</p>
      <div className="row row-wrap">
        <ButtonLink look="quiet" icon="shield-check" to={pathOf('security')}>
          {t('order.secondStep.setUp')}
        </ButtonLink>
        <ButtonLink look="plain" to={pathOf('order', { orderId })} replace>
          {t('order.secondStep.notNow')}
        </ButtonLink>
      </div>
    </Card>
  )
}
