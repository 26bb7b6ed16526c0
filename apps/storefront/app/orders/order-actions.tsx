import { Form, Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Icon } from '../ui/icon.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { OrderView } from './load-order.server.ts'
import styles from './order-page.module.css'

export const HAS_RESULTS = new Set(['partiallyReported', 'completed'])

/** What can be done with an order as it stands. */
export function OrderActions({ order, asksCancel }: { order: OrderView; asksCancel: boolean }) {
  const { t } = useTexts()
  const { id, state, payment } = order
  const path = pathOf('order', { orderId: id })
  if (state === 'awaitingPayment') {
    if (asksCancel)
      return <CancelQuestion path={path} question={t('order.cancel.question')} yes={t('order.cancel.yes')} />
    return (
      <Form method="post" action={path} className={styles.actions}>
        <SubmitButton look="accent" icon="credit-card" name="intent" value="pay">
          {t(payment.state === 'failed' ? 'order.payAgain' : 'order.pay')}
        </SubmitButton>
        <ButtonLink look="plain" to={`${path}?ask=cancel`} replace preventScrollReset>
          {t('order.cancel.ask')}
        </ButtonLink>
      </Form>
    )
  }
  if (asksCancel && order.change.isPossible) {
    const question = t('order.visitChange.question', { total: order.change.refund })
    return <CancelQuestion path={path} question={question} yes={t('order.visitChange.yes')} />
  }
  return (
    <Form method="post" action={path} className={styles.actions}>
      {HAS_RESULTS.has(state) && <ButtonLink to={pathOf('testResults')}>{t('order.results')}</ButtonLink>}
      {state === 'paid' && (
        <a
          className={buttonClass({ look: 'primary' })}
          href={pathOf('orderCalendar', { orderId: id })}
          download
        >
          <Icon name="calendar-plus" />
          {t('order.addToCalendar')}
        </a>
      )}
      {payment.paidAt && (
        <a className={buttonClass({ look: 'quiet' })} href={pathOf('orderReceipt', { orderId: id })} download>
          <Icon name="receipt" />
          {t('order.receipt')}
        </a>
      )}
      <SubmitButton
        look={state === 'expired' ? 'primary' : 'plain'}
        icon="rotate-ccw"
        name="intent"
        value="again"
      >
        {t('order.again')}
      </SubmitButton>
    </Form>
  )
}

/** Asked once; the place is free for others afterwards. */
function CancelQuestion({ path, question, yes }: { path: string; question: string; yes: string }) {
  const { t } = useTexts()
  return (
    <Form method="post" action={path}>
      <fieldset className={styles.actions} aria-labelledby="cancel-question">
        <p id="cancel-question">
          <b>{question}</b>
        </p>
        <SubmitButton look="danger" name="intent" value="cancel" autoFocus>
          {yes}
        </SubmitButton>
        <Link className="hit" to={path} replace preventScrollReset>
          {t('order.cancel.no')}
        </Link>
      </fieldset>
    </Form>
  )
}
