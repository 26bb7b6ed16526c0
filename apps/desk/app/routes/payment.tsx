import type { PaymentDetails } from '@shop/contract/money'
import { formatMoney, fromWire, type WireMoney } from '@shop/domain/money'
import { REFUND_STATES } from '@shop/domain/refunds'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { OrderStateTag } from '@shop/storefront/ui/order-state-tag.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Link } from 'react-router'
import { reloadAfterConflict, useEmptied } from '../forms/after-form.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm } from '../forms/run-form.server.ts'
import { changePayment } from '../money/change-payment.server.ts'
import { PaymentTags } from '../money/payment-tags.tsx'
import { RefundForm } from '../money/refund-form.tsx'
import { Refunds } from '../money/refunds.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { numbered } from '../table/numbered.ts'
import { moment } from '../texts/format.server.ts'
import type { Route } from './+types/payment'

export async function loader({ context, params }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { permissions } = context.get(staffContext)
  const payment = await desk.api.readPayment(params.paymentId)
  const sum = (money: WireMoney) => formatMoney(fromWire(money), desk.locale)
  const at = <At extends string | null>(instant: At) => instant && moment(instant, desk)
  return {
    permissions,
    payment: {
      ...payment,
      amount: sum(payment.amount),
      aloneUpTo: sum(payment.aloneUpTo),
      createdAt: at(payment.createdAt),
      paidAt: at(payment.paidAt),
      closedAt: at(payment.closedAt),
      events: payment.events.map((event) => ({ ...event, at: at(event.at) })),
      transactions: payment.transactions.map((transaction) => ({
        ...transaction,
        amount: sum(transaction.amount),
        rest: transaction.left,
        left: sum(transaction.left),
        receivedAt: at(transaction.receivedAt),
        refunds: transaction.refunds.map((refund) => ({
          ...refund,
          amount: sum(refund.amount),
          requestedAt: at(refund.requestedAt),
          decidedAt: at(refund.decidedAt),
          doneAt: at(refund.doneAt),
          reversals: refund.reversals?.map(({ refundId, doneAt, failedAt }) => ({
            refundId,
            doneAt: at(doneAt),
            failedAt: at(failedAt),
          })),
          outside: refund.outside && { ...refund.outside, at: at(refund.outside.at) },
        })),
      })),
    },
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return answerForm(await changePayment(context.get(deskContext), await request.formData()))
}

export const shouldRevalidate = reloadAfterConflict

type Payment = Route.ComponentProps['loaderData']['payment']

export default function PaymentPage({ loaderData, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { payment, permissions } = loaderData
  const given = useEmptied(done, done?.intent === 'ask' && !done.problem)
  const wrongOf = (id: string) => (done?.id === id && done.problem?.fields) || []
  const state = REFUND_STATES.find((known) => known === done?.result?.state)
  return (
    <>
      <title>{t('desk:money.title', { number: payment.orderNumber })}</title>
      <div className="row row-wrap">
        <h1>{t('desk:money.title', { number: payment.orderNumber })}</h1>
        <PaymentTags payment={payment} />
      </div>
      <ProblemNotice problem={done?.problem} />
      {state && (
        <Notice role="status" tone={state === 'done' ? 'ok' : 'info'}>
          {t(`desk:money.notice.${state}`)}
        </Notice>
      )}
      <div className="deskColumns">
        <div className="stack">
          {payment.transactions.length === 0 && <p>{t('desk:money.nothingCame')}</p>}
          {payment.transactions.map((transaction) => (
            <Card as="section" stacked key={transaction.id}>
              <div className="row row-wrap">
                <h2>{transaction.amount}</h2>
                <Tag tone={transaction.kind === 'settled' ? 'ok' : 'warn'}>
                  {t(`desk:money.kind.${transaction.kind}`)}
                </Tag>
              </div>
              <p className="muted">
                {transaction.receivedAt} · <span className="deskCode">{transaction.transactionId}</span>
              </p>
              <Refunds
                refunds={transaction.refunds}
                isOfProvider={transaction.isOfProvider}
                permissions={permissions}
                wrongOf={wrongOf}
              />
              {transaction.rest.price > 0 &&
                transaction.isOfProvider &&
                permissions.includes('refunds.ask') && (
                  <RefundForm
                    // Emptied only after its own success: if a colleague was first, what was typed stays.
                    key={given}
                    transaction={transaction}
                    aloneUpTo={payment.aloneUpTo}
                    wrong={wrongOf(transaction.id)}
                  />
                )}
              {!transaction.isOfProvider && <p>{t('desk:money.anotherProvider')}</p>}
            </Card>
          ))}
        </div>
        <div className="stack">
          <Facts payment={payment} />
          <Verdicts events={payment.events} />
        </div>
      </div>
    </>
  )
}

function Facts({ payment }: { payment: Payment }) {
  const { t } = useTexts()
  return (
    <Card as="section">
      <dl className="stack stack-s">
        <div>
          <dt className="muted">{t('results.fact.order')}</dt>
          <dd>
            <Link to={pathOf('order', { orderId: payment.orderId })}>{payment.orderNumber}</Link>{' '}
            <OrderStateTag state={payment.orderState} />
          </dd>
        </div>
        <div>
          <dt className="muted">{t('desk:money.askedFor')}</dt>
          <dd>{payment.amount}</dd>
        </div>
        <div>
          <dt className="muted">{t('desk:money.provider')}</dt>
          <dd>{payment.provider}</dd>
        </div>
        <div>
          <dt className="muted">{t('desk:money.begun')}</dt>
          <dd>{payment.createdAt}</dd>
        </div>
        <div>
          <dt className="muted">{t('desk:money.closed')}</dt>
          <dd>{payment.closedAt ?? t('desk:money.notClosed')}</dd>
        </div>
      </dl>
    </Card>
  )
}

/** What the provider reported, and what the shop made of it. */
function Verdicts({ events }: { events: (Omit<PaymentDetails['events'][number], 'at'> & { at: string })[] }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2>{t('desk:money.verdicts')}</h2>
      {events.length === 0 ? (
        <p className="muted">{t('desk:money.noVerdicts')}</p>
      ) : (
        <ol className="stack stack-s">
          {numbered(events).map(({ number, at, source, verdict }) => (
            <li key={number}>
              <strong>{t(`desk:money.verdict.${verdict}`)}</strong>{' '}
              <span className="muted">
                {at} · {t(`desk:money.source.${source}`)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
