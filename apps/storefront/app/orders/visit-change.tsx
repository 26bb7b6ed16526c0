import { Form } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { OrderView } from './load-order.server.ts'
import styles from './order-page.module.css'

/** A paid visit can be moved or cancelled for a while; one that the network has moved asks whether it suits. */
export function VisitChange({ order }: { order: OrderView }) {
  const { t } = useTexts()
  const { id, visit, change } = order
  const path = pathOf('order', { orderId: id })
  if (order.state !== 'paid') return null
  const choices = change.isPossible && (
    <>
      <ButtonLink look="quiet" icon="calendar" to={pathOf('orderVisit', { orderId: id })}>
        {t('order.visitChange.move')}
      </ButtonLink>
      <ButtonLink look="plain" to={`${path}?ask=cancel`} replace preventScrollReset>
        {t('order.visitChange.cancel')}
      </ButtonLink>
    </>
  )
  if (change.movedFrom) {
    return (
      <Notice tone="warn" title={t('order.visitChange.askTitle')}>
        <p>{t('order.visitChange.asked', { from: change.movedFrom, day: visit.day, time: visit.time })}</p>
        <Form method="post" action={path} className={styles.actions}>
          <input type="hidden" name="current" value={change.start} />
          <SubmitButton name="intent" value="agree">
            {t('order.visitChange.agree')}
          </SubmitButton>
          {choices}
        </Form>
      </Notice>
    )
  }
  return (
    <div className="stack stack-s">
      {choices && <div className={styles.actions}>{choices}</div>}
      <p className="small muted">
        {change.until ? t('order.visitChange.until', { moment: change.until }) : t('order.visitChange.over')}
      </p>
    </div>
  )
}
