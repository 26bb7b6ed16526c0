import { LONGEST_REFUND_REASON, SHORTEST_REFUND_REASON } from '@shop/contract/input-lengths'
import type { WireMoney } from '@shop/domain/money'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import { KeptFields } from '../forms/kept-fields.tsx'
import styles from './money.module.css'

interface RefundFormProps {
  transaction: { id: string; version: number; rest: WireMoney; canEndOrder: boolean; kind: string }
  /** Formatted, with its currency. */
  aloneUpTo: string
  /** Paths of the invalid fields. */
  wrong: readonly string[]
}

/** Refunds the rest, or a part of it; it sends the version on the screen. */
export function RefundForm({ transaction, aloneUpTo, wrong }: RefundFormProps) {
  const { t } = useTexts()
  const { id, version, rest, canEndOrder } = transaction
  return (
    <details className={styles.give} open={transaction.kind !== 'settled' || wrong.length > 0}>
      <summary>{t('desk:money.give')}</summary>
      <Form method="post" className="stack">
        <KeptFields form={`refund ${id}`} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="currency" value={rest.currency} />
        <TextField
          name="amount"
          id={`amount-${id}`}
          label={t('desk:money.amount', { currency: rest.currency })}
          hint={t('desk:money.amountHint', { limit: aloneUpTo })}
          error={wrong.some((path) => path.startsWith('amount')) ? t('desk:money.amountWrong') : undefined}
          inputMode="decimal"
          pattern="\d+([.,]\d{1,2})?"
          defaultValue={rest.price.toFixed(2)}
          autoComplete="off"
          required
        />
        <TextField
          name="reason"
          id={`reason-${id}`}
          label={t('desk:reason')}
          hint={t('desk:money.reasonHint')}
          error={wrong.includes('reason') ? t('desk:atLeastFive') : undefined}
          minLength={SHORTEST_REFUND_REASON}
          maxLength={LONGEST_REFUND_REASON}
          autoComplete="off"
          required
        />
        {canEndOrder && (
          <label className="deskChoice">
            <input type="checkbox" name="endsOrder" /> {t('desk:money.endsOrder')}
          </label>
        )}
        <div>
          <SubmitButton look="primary" size="s" name="intent" value="ask">
            {t('desk:money.give')}
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}
