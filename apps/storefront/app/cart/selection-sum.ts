import type { WireMoney } from '@shop/domain/money'
import type { PatientChoice } from './patient-choices.server.ts'

const MINOR_UNITS = 100

export interface Selection {
  /** Of patients. */
  count: number
  sum: WireMoney
}

/** What the chosen patients add to the cart together; `answers` are the form's fields about pregnancies and materials. */
export function selectionSum(
  choices: readonly PatientChoice[],
  patientIds: readonly string[],
  answers: ReadonlyMap<string, string>,
): Selection {
  let cents = 0
  const chosen = choices.filter(({ patientId }) => patientIds.includes(patientId))
  for (const { patientId, quote, unconfirmed } of chosen) {
    const isConfirmed = answers.get(`pregnant.${patientId}`) === 'yes'
    const { sum, materials } = unconfirmed && !isConfirmed ? unconfirmed : quote
    const bought = materials.filter(
      ({ materialId }) => answers.get(`material.${patientId}.${materialId}`) === 'buy',
    )
    for (const { price } of [sum, ...bought.map(({ price }) => price)]) {
      cents += Math.round(price * MINOR_UNITS)
    }
  }
  const currency = choices[0]?.quote.sum.currency ?? 'BYN'
  return { count: chosen.length, sum: { price: cents / MINOR_UNITS, currency } }
}
