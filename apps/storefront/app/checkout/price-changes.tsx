import type { FormFailure } from '../platform/forms/form-failure.ts'
import { useMending, useMessage } from '../platform/forms/use-form-fields.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import type { DataConfirmedView } from './data-confirmed.server.ts'

interface PriceChangesProps {
  changes: DataConfirmedView['priceChanges']
  failure: FormFailure | undefined
}

/** What costs something else than when it came into the cart; it has to be accepted. */
export function PriceChanges({ changes, failure }: PriceChangesProps) {
  const { t } = useTexts()
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
            <OwnLanguage>{name}</OwnLanguage>:{' '}
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
