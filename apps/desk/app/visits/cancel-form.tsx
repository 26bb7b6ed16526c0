import type { OrderState } from '@shop/domain/order-states'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import styles from './visit-steps.module.css'

interface CancelFormProps {
  state: OrderState
  /** Why, as it was typed, where it was refused: a page without scripts has kept nothing. */
  typed?: string | undefined
}

/** Ends an order, with what was paid for it; it names the state that is on the screen. */
export function CancelForm({ state, typed }: CancelFormProps) {
  const { t } = useTexts()
  return (
    <Card as="section">
      <details open={typed !== undefined || undefined}>
        <summary>{t('desk:cancel.title')}</summary>
        <Form method="post" className="stack stack-s">
          <input type="hidden" name="state" value={state} />
          <TextField
            name="reason"
            id="cancel-reason"
            required
            minLength={2}
            maxLength={500}
            defaultValue={typed}
            label={t('desk:cancel.reason')}
            hint={t('desk:cancel.reasonHint')}
            autoComplete="off"
          />
          <label className={styles.identity}>
            <input type="checkbox" name="isAgreed" /> {t('desk:move.agreed')}
          </label>
          <p className="small muted">{t('desk:cancel.agreedHint')}</p>
          <SubmitButton look="danger" name="intent" value="cancelOrder">
            {t('desk:cancel.submit')}
          </SubmitButton>
        </Form>
      </details>
    </Card>
  )
}
