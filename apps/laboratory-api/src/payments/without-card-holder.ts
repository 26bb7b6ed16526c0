/** Members of the providers' notifications that name or describe the person who paid, or the card beyond its last digits. */
const PERSONAL = new Set([
  'additional_data',
  'avs_cvc_verification',
  'billing_address',
  'bin',
  'browser',
  'charges',
  'customer',
  'customer_details',
  'customer_email',
  'exp_month',
  'exp_year',
  'first_1',
  'holder',
  'ip',
  'issuer_name',
  'receipt_email',
  'receipt_url',
  'redirect_url',
  'shipping',
  'shipping_details',
  'stamp',
  'three_d_secure_verification',
  'token',
  'url',
])
const MAX_LENGTH = 20_000

/**
 * The body of a notification as it may be stored: without the card holder's data. A body that is not JSON is not
 * stored.
 */
export function withoutCardHolder(body: string): string {
  if (body === '') return ''
  try {
    const kept = JSON.stringify(JSON.parse(body), (key, value) => (PERSONAL.has(key) ? undefined : value))
    return kept.slice(0, MAX_LENGTH)
  } catch {
    return `(${body.length} characters that are not JSON)`
  }
}
