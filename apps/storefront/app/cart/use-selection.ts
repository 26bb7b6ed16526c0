import type { WireMoney } from '@shop/domain/money'
import { type RefObject, useEffect, useState } from 'react'
import type { PatientChoice } from './patient-choices.server.ts'

/**
 * What the form's chosen patients cost together, kept in step with the form; null until a script runs, and while
 * nobody is chosen.
 */
export function useSelection(
  ref: RefObject<HTMLFormElement | null>,
  choices: readonly PatientChoice[],
): Selection | null {
  const [selection, setSelection] = useState<Selection | null>(null)
  useEffect(() => {
    const form = ref.current
    if (!form) return
    const read = () => {
      const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
      const patientIds = entries.flatMap(([name, value]) => (name === 'patientIds' ? value : []))
      setSelection(patientIds.length > 0 ? selectionSum(choices, patientIds, new Map(entries)) : null)
    }
    read()
    form.addEventListener('change', read)
    return () => form.removeEventListener('change', read)
  }, [ref, choices])
  return selection
}

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
