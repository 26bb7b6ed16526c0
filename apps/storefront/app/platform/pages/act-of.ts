import { data } from 'react-router'

/**
 * What a form's button does, by its `intent`, of what the page's forms may ask for; a form that says none is `''`. What every
 * object has by itself (`constructor`) is not among it.
 * @throws data 400 for what no form of the page says
 */
export function actOf<Acts extends Readonly<Record<string, unknown>>>(
  acts: Acts,
  intent: string,
): Acts[keyof Acts] {
  if (!Object.hasOwn(acts, intent)) throw data(null, { status: 400 })
  return acts[intent as keyof Acts]
}
