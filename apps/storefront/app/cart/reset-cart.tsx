import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import styles from './cart.module.css'

/** Emptying the cart is asked about once: the question is a state of the page with its own address. */
export function ResetCart({ asked }: { asked: boolean }) {
  const { t } = useTranslation('cart')
  if (!asked) {
    return (
      <ButtonLink look="plain" icon="trash-2" to="?ask=reset" replace preventScrollReset>
        {t('reset.ask')}
      </ButtonLink>
    )
  }
  return (
    <Form method="post" action="/order/cart">
      <fieldset className={styles.ask} aria-labelledby="reset-question">
        <p id="reset-question">
          <b>{t('reset.question')}</b>
        </p>
        <SubmitButton look="danger" size="s" name="intent" value="resetCart" autoFocus>
          {t('reset.yes')}
        </SubmitButton>
        <Link className="hit" to="/order/cart" replace preventScrollReset>
          {t('reset.no')}
        </Link>
      </fieldset>
    </Form>
  )
}
