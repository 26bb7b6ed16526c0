import { hasResults } from '@shop/domain/order-states'
import { Form, Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { type ButtonLook, buttonClass } from '../ui/button-class.ts'
import { Drawing } from '../ui/drawing.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { OrderView } from './load-order.server.ts'
import styles from './order-page.module.css'

/** What can be done with an order in its current state. */
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
        <CancelLink path={path} />
      </Form>
    )
  }
  if (asksCancel && order.change.isPossible) {
    const question = t('order.visitChange.question', { total: order.change.refund })
    return <CancelQuestion path={path} question={question} yes={t('order.visitChange.yes')} />
  }
  if (hasResults(state)) {
    return (
      <div className={styles.code}>
        <Drawing name="report" />
        <ButtonLink to={`${pathOf('testResults')}?orderId=${id}`}>{t('order.results')}</ButtonLink>
      </div>
    )
  }
  if (state === 'expired') return <AgainForm id={id} look="primary" />
  if (state !== 'paid') return null
  return (
    <div className={styles.actions}>
      {/* A file without `download`: once the session has ended, the login page would be saved as the file. */}
      <a className={buttonClass({})} href={pathOf('orderCalendar', { orderId: id })}>
        <Icon name="calendar-plus" />
        {t('order.addToCalendar')}
      </a>
      {order.change.isPossible && !order.change.movedFrom && <MoveLink id={id} />}
    </div>
  )
}

/** Below what was ordered; an order that has expired offers it first of all. */
export function OrderAgain({ order: { id, state } }: { order: OrderView }) {
  return state !== 'awaitingPayment' && state !== 'expired' && <AgainForm id={id} look="quiet" />
}

function AgainForm({ id, look }: { id: string } & Required<Pick<ButtonLook, 'look'>>) {
  const { t } = useTexts()
  return (
    <Form method="post" action={pathOf('order', { orderId: id })}>
      <SubmitButton look={look} icon="rotate-ccw" name="intent" value="again">
        {t('order.again')}
      </SubmitButton>
    </Form>
  )
}

/** Beside what was paid. */
export function ReceiptLink({ order: { id, payment } }: { order: OrderView }) {
  const { t } = useTexts()
  if (!payment.paidAt) return null
  return (
    <a className={`hit small ${styles.receipt}`} href={pathOf('orderReceipt', { orderId: id })}>
      <Icon name="receipt" size="s" />
      {t('order.receipt')}
    </a>
  )
}

function MoveLink({ id }: { id: string }) {
  const { t } = useTexts()
  return (
    <ButtonLink look="quiet" icon="calendar" to={pathOf('orderVisit', { orderId: id })}>
      {t('order.visitChange.move')}
    </ButtonLink>
  )
}

function CancelLink({ path }: { path: string }) {
  const { t } = useTexts()
  return (
    <ButtonLink look="plain" size="s" to={`${path}?ask=cancel`} replace preventScrollReset>
      {t('order.cancel.ask')}
    </ButtonLink>
  )
}

/** Asks for confirmation; afterwards the place is free for others. */
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
          {t('forms.keep')}
        </Link>
      </fieldset>
    </Form>
  )
}

/**
 * A paid visit can be moved or cancelled for a while; if the network has moved it, the page asks whether the
 * new time suits.
 */
export function VisitChange({ order }: { order: OrderView }) {
  const { t } = useTexts()
  const { id, visit, change } = order
  const path = pathOf('order', { orderId: id })
  if (order.state !== 'paid') return null
  if (change.movedFrom && change.isPossible) {
    return (
      <Notice tone="warn" title={t('order.visitChange.askTitle')}>
        <p>{t('order.visitChange.asked', { from: change.movedFrom, day: visit.day, time: visit.time })}</p>
        <Form method="post" action={path} className={styles.actions}>
          <input type="hidden" name="current" value={change.start} />
          <SubmitButton name="intent" value="agree">
            {t('order.visitChange.agree')}
          </SubmitButton>
          <MoveLink id={id} />
          <CancelLink path={path} />
        </Form>
      </Notice>
    )
  }
  return (
    <div className="row row-wrap">
      <p className="small muted">
        {change.until ? t('order.visitChange.until', { moment: change.until }) : t('order.visitChange.over')}
      </p>
      {change.isPossible && <CancelLink path={path} />}
    </div>
  )
}

/** Support asks to see which tests are ordered, or may see them for a while. */
export function ConsentNotice({ order: { id, testsConsent } }: { order: OrderView }) {
  const { t } = useTexts()
  const { state, text, grant } = testsConsent
  if (state !== 'asked' && state !== 'granted') return null
  const isAsked = state === 'asked'
  // The release before does not tell.
  if (isAsked && !grant) return null
  return (
    <Notice tone="info" title={t(`order.testsConsent.${state}`)}>
      <p>{text}</p>
      <Form method="post" action={pathOf('order', { orderId: id })} className={styles.actions}>
        {isAsked && (
          <SubmitButton name="intent" value="letTests">
            {grant}
          </SubmitButton>
        )}
        <SubmitButton look="quiet" name="intent" value="hideTests">
          {t(isAsked ? 'order.testsConsent.refuse' : 'order.testsConsent.withdraw')}
        </SubmitButton>
      </Form>
    </Notice>
  )
}
