import { VERDICTS } from '@shop/domain/payment-states'
import type { LaboratoryApiSettings } from '../api-settings.ts'
import { payments } from '../metrics.ts'
import { createBepaidProvider } from './bepaid/bepaid-provider.ts'
import type { PaymentProvider } from './provider.ts'

/** The adapter that the settings name; the one with its own library is loaded only when needed. */
export async function createProvider(
  { payment }: LaboratoryApiSettings,
  fetch: typeof globalThis.fetch,
): Promise<PaymentProvider> {
  // Initialised to zero: otherwise the first event of a kind would not show as an increase.
  for (const verdict of VERDICTS) payments.inc({ provider: payment.provider, verdict }, 0)
  if (payment.provider === 'bepaid') return createBepaidProvider(payment, fetch)
  const { createStripeProvider } = await import('./stripe/stripe-provider.ts')
  return createStripeProvider(payment, fetch)
}
