import type { LaboratoryApiSettings } from '../settings.ts'
import { createBepaidProvider } from './bepaid/bepaid-provider.ts'
import type { PaymentProvider } from './provider.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'

/** The adapter that the settings name. */
export function createProvider(
  { payment }: LaboratoryApiSettings,
  fetch: typeof globalThis.fetch,
): PaymentProvider {
  return payment.provider === 'bepaid'
    ? createBepaidProvider(payment, fetch)
    : createStripeProvider(payment, fetch)
}
