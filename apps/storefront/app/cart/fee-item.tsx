import { Form } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import styles from './cart.module.css'
import type { FeeView } from './cart-view.server.ts'

/** A sampling fee or a material; what the patient may bring can be decided here, also anew. */
export function FeeItem({ fee, patientId }: { fee: FeeView; patientId: string }) {
  const { t } = useTexts()
  const { materialId, name, quantity, price, decision } = fee
  const isPaid = decision === 'fixed' || decision === 'bought'
  return (
    <li className={styles.fee}>
      <div>
        <OwnLanguage>{quantity > 1 ? `${name} × ${quantity}` : name}</OwnLanguage>
        {decision === 'open' && (
          <p className={styles.problem}>
            <Icon name="triangle-alert" size="s" /> {t('cart:add.decide')}
          </p>
        )}
        {decision === 'brought' && <p>{t('cart:broughtByPatient')}</p>}
        {decision !== 'fixed' && (
          <Form method="post" action={pathOf('cart')} preventScrollReset className={styles.decide}>
            <input type="hidden" name="patientId" value={patientId} />
            <input type="hidden" name="materialId" value={materialId} />
            <input type="hidden" name="intent" value="decideMaterial" />
            {decision !== 'bought' && (
              <SubmitButton look="link" name="decision" value="buy">
                <span className="small">
                  {t('cart:add.buy')} ({<Money {...price} />})
                  <span className="visually-hidden">
                    : <OwnLanguage>{name}</OwnLanguage>
                  </span>
                </span>
              </SubmitButton>
            )}
            {decision !== 'brought' && (
              <SubmitButton look="link" name="decision" value="bring">
                <span className="small">
                  {t('cart:add.bring')}
                  <span className="visually-hidden">
                    : <OwnLanguage>{name}</OwnLanguage>
                  </span>
                </span>
              </SubmitButton>
            )}
          </Form>
        )}
      </div>
      {isPaid ? <Money {...price} /> : <Money price={0} currency={price.currency} />}
      <span />
    </li>
  )
}
