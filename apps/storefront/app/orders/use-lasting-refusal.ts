import type { OrderState } from '@shop/domain/order-states'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { FormFailure } from '../platform/forms/form-failure.ts'

/**
 * Keeps a refusal on the page while the page loads its data again by itself, with which the router forgets it. It ends
 * with the next form or page, and when the order has another state: then it may no longer be true.
 */
export function useLastingRefusal(
  refusal: FormFailure | undefined,
  state: OrderState,
): FormFailure | undefined {
  const { key } = useLocation()
  const about = `${key} ${state}`
  const [kept, keep] = useState({ about, refusal })
  const isSame = kept.about === about
  if (!isSame || (refusal && refusal !== kept.refusal)) keep({ about, refusal })
  return refusal ?? (isSame ? kept.refusal : undefined)
}
