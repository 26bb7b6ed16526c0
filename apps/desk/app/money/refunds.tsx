import type { PaymentDetails } from '@shop/contract/money'
import { REFUND_FAILED } from '@shop/domain/refunds'
import type { StaffPermission } from '@shop/domain/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Form } from 'react-router'
import styles from './money.module.css'
import { OutsideLine, OutsideSteps } from './outside.tsx'

type Refund = Omit<PaymentDetails['transactions'][number]['refunds'][number], 'amount'> & {
  /** Formatted, with its currency. */
  amount: string
}

export const REFUND_TONES = { requested: 'wait', approved: 'wait', done: 'ok', declined: undefined } as const

/** The refunds of a payment, with who asked and who agreed, and what can be done with each now. */
export function Refunds({
  refunds,
  isOfProvider,
  permissions,
  wrongOf,
}: {
  refunds: readonly Refund[]
  /** False: the payment came through a former provider, which the shop can no longer ask. */
  isOfProvider: boolean
  permissions: readonly StaffPermission[]
  /** Paths of the invalid fields in the form about a refund. */
  wrongOf: (refundId: string) => readonly string[]
}) {
  const { t } = useTexts()
  if (refunds.length === 0) return null
  return (
    <ul className={styles.refunds} aria-label={t('desk:money.refunds')}>
      {refunds.map((refund) => {
        const tone = REFUND_TONES[refund.state]
        const { requestedBy, requestedAt, decidedBy, decidedAt, doneAt } = refund
        const asked = [requestedBy ?? t(`desk:money.origin.${refund.origin}`), requestedAt]
        return (
          <li key={refund.id} className={styles.refund}>
            <div className="row row-wrap">
              <strong>{refund.amount}</strong>
              <Tag {...(tone ? { tone } : {})}>{t(`desk:money.refund.${refund.state}`)}</Tag>
              {refund.endsOrder && <Tag>{t('desk:money.endsOrderTag')}</Tag>}
            </div>
            <p className="muted">
              {t('desk:money.asked', { who: asked.join(', ') })}
              {decidedBy &&
                ` · ${t(refund.state === 'declined' ? 'desk:money.declined' : 'desk:money.agreed', { who: `${decidedBy}, ${decidedAt}` })}`}
              {doneAt && ` · ${t('desk:money.doneAt', { at: doneAt })}`}
            </p>
            {refund.reason && <p>{refund.reason}</p>}
            {refund.reversals?.map(({ refundId, doneAt: madeAt, failedAt }) => (
              <p key={refundId}>{t('desk:money.reversed', { id: refundId, madeAt, failedAt })}</p>
            ))}
            {refund.acceptedAs && <p>{t('desk:money.accepted', { id: refund.acceptedAs })}</p>}
            {refund.failure && (
              <p>
                {refund.failure === REFUND_FAILED
                  ? t('desk:money.failed')
                  : t('desk:money.failure', { word: refund.failure })}
              </p>
            )}
            <OutsideLine refund={refund} />
            {!refund.outside && (
              <RefundSteps refund={refund} isOfProvider={isOfProvider} permissions={permissions} />
            )}
            {refund.state === 'approved' && (
              <OutsideSteps
                refund={refund}
                isOfProvider={isOfProvider}
                permissions={permissions}
                wrong={wrongOf(refund.id)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function RefundSteps({
  refund,
  isOfProvider,
  permissions,
}: {
  refund: Refund
  isOfProvider: boolean
  permissions: readonly StaffPermission[]
}) {
  const { t } = useTexts()
  const decides = refund.state === 'requested' && permissions.includes('refunds.decide')
  const sends = refund.state === 'approved' && isOfProvider && permissions.includes('refunds.ask')
  if (decides && refund.isOwn) return <p>{t('desk:money.secondPerson')}</p>
  if (!decides && !sends) return null
  return (
    <Form method="post" className="row row-wrap">
      <input type="hidden" name="id" value={refund.id} />
      <input type="hidden" name="version" value={refund.version} />
      {decides && (
        <>
          {isOfProvider && (
            <SubmitButton look="primary" size="s" name="intent" value="agree">
              {t('desk:money.agree', { sum: refund.amount })}
            </SubmitButton>
          )}
          <SubmitButton look="quiet" size="s" name="intent" value="decline">
            {t('desk:money.decline')}
          </SubmitButton>
        </>
      )}
      {sends && (
        <SubmitButton look="quiet" size="s" name="intent" value="send">
          {t(refund.acceptedAs ? 'desk:money.askAgain' : 'desk:sendAgain')}
        </SubmitButton>
      )}
    </Form>
  )
}
