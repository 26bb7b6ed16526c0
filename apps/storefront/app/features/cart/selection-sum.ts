import type { WireMoney } from '@shop/domain/money'
import type { PatientChoice } from './patient-choices.server.ts'

const MINOR_UNITS = 100

export interface Selection {
  /** Of patients. */
  count: number
  sum: WireMoney
}

/** What the chosen patients add to the cart together; `answers` are the form's fields about materials and companions. */
export function selectionSum(
  choices: readonly PatientChoice[],
  patientIds: readonly string[],
  answers: ReadonlyMap<string, string>,
): Selection {
  let cents = 0
  const chosen = choices.filter(({ patientId }) => patientIds.includes(patientId))
  const add = (money: WireMoney | null) => {
    cents += money ? Math.round(money.price * MINOR_UNITS) : 0
  }
  for (const { patientId, sum, materials, companions } of chosen) {
    add(sum)
    for (const { materialId, price } of materials) {
      if (answers.get(`material.${patientId}.${materialId}`) === 'buy') add(price)
    }
    for (const { analysisId, price } of companions) {
      if (answers.get(`companion.${patientId}.${analysisId}`) === 'yes') add(price)
    }
  }
  const currency = choices[0]?.sum.currency ?? 'BYN'
  return { count: chosen.length, sum: { price: cents / MINOR_UNITS, currency } }
}
