import { data } from 'react-router'

/**
 * The act that a form asks for by its `intent`, out of those that the page's forms may ask for; a form without an
 * intent counts as `''`. Names that every object inherits (`constructor`) do not count.
 * @throws data 400 for an intent that no form of the page sends
 */
export function actOf<Acts extends Readonly<Record<string, unknown>>>(
  acts: Acts,
  intent: string,
): Acts[keyof Acts] {
  if (!Object.hasOwn(acts, intent)) throw data(null, { status: 400 })
  return acts[intent as keyof Acts]
}
