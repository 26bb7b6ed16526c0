import { CONSENT_DAYS } from '@shop/contract/tests-consent'
import type { Texts } from './create-texts.ts'

export interface ConsentWords {
  text: string
  grant: string
}

/** A customer may let support see the tests of an order: what that means, and the words to agree. */
export function consentWords(t: Texts['t']): ConsentWords {
  const count = CONSENT_DAYS
  return {
    text: t('order.testsConsent.askedText', { count }),
    grant: t('order.testsConsent.grant', { count }),
  }
}
