import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../components/choice/checkbox.tsx'
import { Money } from '../../components/money/money.tsx'
import { Notice } from '../../components/notice/notice.tsx'
import type { FormFailure } from '../../form-failure.ts'
import { useMending, useMessage } from '../../use-form-fields.ts'
import type { DataConfirmedView } from './data-confirmed.server.ts'

interface PriceChangesProps {
  changes: DataConfirmedView['priceChanges']
  failure: FormFailure | undefined
}

/** What costs something else than when it came into the cart; it has to be accepted. */
export function PriceChanges({ changes, failure }: PriceChangesProps) {
  const { t } = useTranslation()
  const message = useMessage()
  const mending = useMending(failure)
  if (changes.length === 0) {
    return <Notice tone="ok" title={t('order.confirm.pricesChecked')} />
  }
  const fault = failure?.fields.acceptPrices
  return (
    <Notice tone="warn" title={t('order.confirm.pricesChanged', { count: changes.length })}>
      <input type="hidden" name="hasPriceChanges" value="yes" />
      <ul>
        {changes.map(({ key, name, before, now }) => (
          <li key={key}>
            {name}:{' '}
            <s>
              <Money {...before} />
            </s>{' '}
            <b>
              <Money {...now} />
            </b>
          </li>
        ))}
      </ul>
      <Checkbox
        name="acceptPrices"
        value="yes"
        label={t('order.confirm.acceptPrices')}
        onInput={() => mending.mend('acceptPrices')}
        error={fault && mending.isOpen('acceptPrices') ? message(fault) : undefined}
      />
    </Notice>
  )
}
