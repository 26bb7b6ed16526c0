import { LONGEST_OUTSIDE_REFERENCE, SHORTEST_OUTSIDE_REFERENCE } from '@shop/contract/input-lengths'
import type { PaymentDetails } from '@shop/contract/money'
import { CLOSING_WAYS, OUTSIDE_WAYS } from '@shop/domain/refunds'
import type { StaffPermission } from '@shop/domain/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import { KeptFields } from '../forms/kept-fields.tsx'
import styles from './money.module.css'

type Refund = Omit<PaymentDetails['transactions'][number]['refunds'][number], 'amount'> & {
  /** Formatted, with its currency. */
  amount: string
}

interface OutsideProps {
  refund: Refund
  /** False: the payment came through a former provider, which nothing asks any more. */
  isOfProvider: boolean
  permissions: readonly StaffPermission[]
  /** Paths of the invalid fields. */
  wrong: readonly string[]
}

/** A refund made without the provider, and who recorded it. */
export function OutsideLine({ refund: { outside } }: { refund: Refund }) {
  const { t } = useTexts()
  if (!outside) return null
  const { way, reference, by, at, secondedBy } = outside
  return (
    <p>
      {t('desk:money.outside.said', {
        way: t(`desk:money.outside.ways.${way}`),
        reference,
        who: by ?? '—',
        at,
      })}
      {secondedBy && ` · ${t('desk:money.agreed', { who: secondedBy })}`}
    </p>
  )
}

/**
 * For a refund that the provider refused: it was made another way; above the limit a second person confirms it. One of a
 * former provider may have been made by it.
 */
export function OutsideSteps({ refund, isOfProvider, permissions, wrong }: OutsideProps) {
  const { t } = useTexts()
  const { id, version, amount, outside, isRefused, acceptedAs } = refund
  if (!outside) {
    if ((isOfProvider && !isRefused) || !permissions.includes('refunds.ask')) return null
    const ways = isOfProvider ? OUTSIDE_WAYS : CLOSING_WAYS
    const referenceWrong = isOfProvider ? 'referenceShort' : 'referenceOther'
    return (
      <details className={styles.give} open={wrong.length > 0}>
        <summary>{t('desk:money.outside.open')}</summary>
        <Form method="post" className="stack">
          <p className="muted">{t('desk:money.outside.lead')}</p>
          <KeptFields form={`outside ${id}`} />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="version" value={version} />
          <SelectField
            name="way"
            id={`way-${id}`}
            label={t('desk:money.outside.way')}
            error={wrong.includes('way') ? t('desk:audit.wrong.other') : undefined}
            options={ways.map((value) => ({ value, label: t(`desk:money.outside.ways.${value}`) }))}
          />
          <TextField
            name="reference"
            id={`reference-${id}`}
            label={t('desk:money.outside.reference')}
            hint={t(isOfProvider ? 'desk:money.outside.referenceHint' : 'desk:money.outside.formerHint')}
            defaultValue={(!isOfProvider && acceptedAs) || ''}
            error={wrong.includes('reference') ? t(`desk:money.outside.${referenceWrong}`) : undefined}
            minLength={SHORTEST_OUTSIDE_REFERENCE}
            maxLength={LONGEST_OUTSIDE_REFERENCE}
            autoComplete="off"
            required
          />
          <div>
            <SubmitButton look="primary" size="s" name="intent" value="outside">
              {t('desk:money.outside.save')}
            </SubmitButton>
          </div>
        </Form>
      </details>
    )
  }
  if (!permissions.includes('refunds.decide')) return <p>{t('desk:money.outside.waits')}</p>
  if (outside.isOwn) return <p>{t('desk:money.outside.waitsOwn')}</p>
  return (
    <>
      <p>{t('desk:money.outside.waits')}</p>
      <Form method="post" className="row row-wrap">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <SubmitButton look="primary" size="s" name="intent" value="agreeOutside">
          {t('desk:money.outside.agree', { sum: amount })}
        </SubmitButton>
        <SubmitButton look="quiet" size="s" name="intent" value="declineOutside">
          {t('desk:money.outside.decline')}
        </SubmitButton>
      </Form>
    </>
  )
}
