import { Form } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Notice } from '../ui/notice.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { OrderView } from './load-order.server.ts'
import styles from './order-page.module.css'

/** The support asks to see which tests are ordered, or may for a while. */
export function TestsConsent({ order: { id, testsConsent } }: { order: OrderView }) {
  const { t } = useTexts()
  const { state, until } = testsConsent
  if (state !== 'asked' && state !== 'granted') return null
  const isAsked = state === 'asked'
  return (
    <Notice tone="info" title={t(`order.testsConsent.${state}`)}>
      <p>{t(`order.testsConsent.${state}Text`, { until: until ?? '' })}</p>
      <Form method="post" action={pathOf('order', { orderId: id })} className={styles.actions}>
        {isAsked && (
          <SubmitButton name="intent" value="letTests">
            {t('order.testsConsent.grant')}
          </SubmitButton>
        )}
        <SubmitButton look="quiet" name="intent" value="hideTests">
          {t(isAsked ? 'order.testsConsent.refuse' : 'order.testsConsent.withdraw')}
        </SubmitButton>
      </Form>
    </Notice>
  )
}
