import type { Patient } from '@shop/contract/patients'
import { todayIn } from '@shop/domain/age'
import { type Age, ageOf } from '@shop/domain/age-in-words'
import { type Currency, toWire, type WireMoney } from '@shop/domain/money'
import { type AdditionQuote, quoteAddition } from '@shop/domain/quote-addition'
import { formatDay } from '@shop/texts/formats.server'
import type { Addable } from './addable.server.ts'
import { bloodOfAddition } from './blood-sentences.server.ts'
import { lastTimes } from './last-times.server.ts'
import { type OpenCart, rulesDate, withoutUnknownPatients } from './open-cart.server.ts'

/** A patient as a choice for what is about to be added. */
export interface PatientChoice {
  patientId: string
  fullName: string
  age: Age
  gender: Patient['gender']
  /** "14 March 1965" */
  born: string
  /** offered: can be chosen. inCart: has all of it already. excluded: none of it can be added. */
  state: 'offered' | 'inCart' | 'excluded'
  /** Rules that keep an analysis from this patient, as sentences. */
  reasons: string[]
  /** How many of the `wantedCount` analyses would be added. */
  addedCount: number
  wantedCount: number
  /** Analyses left out whatever is chosen here, so that the answer need not report them again. */
  leftOutIds: number[]
  /** Some of it needs a confirmed pregnancy. */
  needsPregnancy: boolean
  /** Analyses added too, because some of it can only be ordered together with them. */
  companions: { analysisId: number; name: string; price: WireMoney | null }[]
  /** When the patient last had it, and how much blood it takes, as sentences. */
  remarks: string[]
  /** The price it adds to the cart. */
  quote: ChoiceQuote
  /** The price it adds without a confirmed pregnancy; null if the question does not arise. */
  unconfirmed: ChoiceQuote | null
}

interface ChoiceQuote {
  /** Without optional materials. */
  sum: WireMoney
  /** Optional materials to decide on, and the price of buying each. */
  materials: { materialId: number; name: string; price: WireMoney }[]
}

/** Tries the addition for each patient separately, without storing anything. */
export async function patientChoices(open: OpenCart, addable: Addable): Promise<PatientChoice[]> {
  const times = await lastTimes(open, addable)
  const choices = open.patients.map((patient) => patientChoice(open, addable, patient))
  return choices.map((choice) => ({
    ...choice,
    remarks: [...(times.get(choice.patientId) ?? []), ...choice.remarks],
  }))
}

function patientChoice(open: OpenCart, addable: Addable, patient: Patient): PatientChoice {
  const { shop, catalogue } = open
  const { assortment } = catalogue
  const cart = withoutUnknownPatients(open.records.cart.body.cart, open.patients)
  const call = {
    cart,
    patients: open.patients,
    analysisIds: addable.analysisIds.filter((id) => assortment.analyses.has(id)),
    patientId: patient.id,
    bringsCompanions: true,
    assortment,
    onDate: rulesDate(open),
  }
  // What is left out even if the patient confirms everything that this page asks stays left out.
  const granted = quoteAddition({ ...call, isPregnancyConfirmed: true })
  const unconfirmed = quoteAddition({ ...call, isPregnancyConfirmed: false })
  const held = new Set(cart.analysisIdsByPatientId[patient.id])
  const wanted = addable.analysisIds.filter((id) => !held.has(id))
  const lasting = (granted?.applications ?? []).filter(({ effect }) => effect === 'leftOut')
  const addedCount = wanted.filter((id) => granted?.addedIds.includes(id)).length
  const needsPregnancy = granted?.addedIds.join() !== unconfirmed?.addedIds.join()
  return {
    patientId: patient.id,
    fullName: `${patient.firstName} ${patient.lastName}`.trim(),
    age: ageOf(patient.dateOfBirth, todayIn(shop.businessTimeZone, shop.now())),
    gender: patient.gender,
    born: formatDay(patient.dateOfBirth, shop.locale, 'date'),
    state: wanted.length === 0 ? 'inCart' : addedCount === 0 ? 'excluded' : 'offered',
    reasons: [...new Set(lasting.map(({ message }) => message))],
    addedCount,
    wantedCount: addable.analysisIds.length,
    leftOutIds: [...new Set(lasting.map(({ analysisId }) => analysisId))],
    needsPregnancy,
    companions: (granted?.companionIds ?? []).map((analysisId) => {
      const analysis = assortment.analyses.get(analysisId)
      const price = analysis?.price ? toWire(analysis.price) : null
      return { analysisId, name: analysis?.name ?? '', price }
    }),
    remarks: bloodOfAddition(open, patient, { before: [...held], after: granted?.heldIds ?? [...held] }),
    quote: choiceQuote(granted, assortment.currency),
    unconfirmed: needsPregnancy ? choiceQuote(unconfirmed, assortment.currency) : null,
  }
}

function choiceQuote(quote: AdditionQuote | null, currency: Currency): ChoiceQuote {
  return {
    sum: toWire(quote?.difference ?? { amount: 0, currency }),
    materials: (quote?.materials ?? []).map(({ materialId, name, price }) => {
      return { materialId, name, price: toWire(price) }
    }),
  }
}
