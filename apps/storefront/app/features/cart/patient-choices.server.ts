import type { Patient } from '@shop/contract/patients'
import { type AddToCartResult, addToCart } from '@shop/domain/add-to-cart'
import { todayIn } from '@shop/domain/age'
import { type Age, ageOf } from '@shop/domain/age-in-words'
import type { CartDocument, RuleApplication } from '@shop/domain/cart'
import { toWire, type WireMoney } from '@shop/domain/money'
import { formatDay } from '../../format-dates.server.ts'
import { calculateOpenCart, rulesDate, withoutUnknownPatients } from '../../storage/calculate-open-cart.ts'
import { calculatorInput } from '../../storage/change-cart.server.ts'
import type { OpenCart } from '../../storage/open-cart.server.ts'
import type { Addable } from './addable.server.ts'

/** A patient as he may be chosen for what is about to be added. */
export interface PatientChoice {
  patientId: string
  fullName: string
  age: Age
  gender: Patient['gender']
  /** "14 March 1965" */
  born: string
  /** offered: can be chosen. inCart: has all of it already. excluded: nothing of it can be added. */
  state: 'offered' | 'inCart' | 'excluded'
  /** Rules that keep an analysis from this patient, as sentences. */
  reasons: string[]
  /** How many of the analyses would be added, of how many. */
  addedCount: number
  wantedCount: number
  /** Analyses left out whatever is chosen here: nobody has to be told twice. */
  leftOutIds: number[]
  /** The pregnancy has to be confirmed for something of it. */
  needsPregnancy: boolean
  /** What some analysis can only be ordered together with. */
  companions: { analysisId: number; name: string; price: WireMoney | null }[]
  /** Optional materials to be decided: bought or brought. */
  materials: { materialId: number; name: string; price: WireMoney }[]
  /** What it adds to the cart, without optional materials. */
  sum: WireMoney
}

/** Tries the addition for each patient alone, without storing anything. */
export function patientChoices(open: OpenCart, addable: Addable): PatientChoice[] {
  return open.patients.map((patient) => patientChoice(open, addable, patient))
}

function patientChoice(open: OpenCart, addable: Addable, patient: Patient): PatientChoice {
  const { shop, catalogue } = open
  const cart = withoutUnknownPatients(open.documents.cart.body.cart, open.patients)
  const plain = attempt(open, { patient, cart, pregnant: false, analysisIds: addable.analysisIds })
  const companionIds = [
    ...new Set(plain.leftOut.filter(isCompanion).flatMap(({ relatedAnalysisIds }) => relatedAnalysisIds)),
  ]
  // With everything granted that this page can ask for, what is still left out stays left out.
  const granted = attempt(open, {
    patient,
    cart,
    pregnant: true,
    analysisIds: [...addable.analysisIds, ...companionIds],
  })
  const held = new Set(cart.analysisIdsByPatientId[patient.id])
  const wanted = addable.analysisIds.filter((id) => !held.has(id))
  const lasting = granted.leftOut.filter(({ analysisId }) => addable.analysisIds.includes(analysisId))
  const leftOutIds = [...new Set(lasting.map(({ analysisId }) => analysisId))]
  const addedCount = wanted.length - leftOutIds.filter((id) => wanted.includes(id)).length
  return {
    patientId: patient.id,
    fullName: `${patient.firstName} ${patient.lastName}`.trim(),
    age: ageOf(patient.dateOfBirth, todayIn(shop.businessTimeZone, shop.now())),
    gender: patient.gender,
    born: formatDay(patient.dateOfBirth, shop.locale, 'birth'),
    state: wanted.length === 0 ? 'inCart' : addedCount === 0 ? 'excluded' : 'offered',
    reasons: [...new Set(lasting.map(({ message }) => message))],
    addedCount,
    wantedCount: addable.analysisIds.length,
    leftOutIds,
    needsPregnancy: plain.leftOut.some(({ rule, analysisId }) => {
      return rule.type === 'PREGNANCY_ONLY' && !leftOutIds.includes(analysisId)
    }),
    companions: companionIds.map((analysisId) => {
      const analysis = catalogue.assortment.analyses.get(analysisId)
      const price = analysis?.price ? toWire(analysis.price) : null
      return { analysisId, name: analysis?.name ?? '', price }
    }),
    materials: granted.undecided,
    sum: toWire({ amount: plain.added, currency: catalogue.assortment.currency }),
  }
}

const isCompanion = ({ rule }: RuleApplication) => rule.type === 'REQUIRES_ALSO'

interface Trial {
  patient: Patient
  cart: CartDocument
  pregnant: boolean
  analysisIds: readonly number[]
}

function attempt(open: OpenCart, { patient, cart, pregnant, analysisIds }: Trial) {
  const { assortment } = open.catalogue
  const offered = analysisIds.filter((id) => assortment.analyses.has(id))
  const input = {
    cart,
    patients: open.patients,
    analysisIds: offered,
    patientIds: [patient.id],
    confirmations: { [patient.id]: { pregnant } },
    assortment,
    onDate: rulesDate(calculatorInput(open)),
  }
  const first = addToCart(input)
  const requests =
    first.status === 'optionalMaterialDecisionRequested'
      ? Object.values(first.optionalMaterialDecisionRequestMap[patient.id] ?? {})
      : []
  const brought = Object.fromEntries(requests.map(({ materialId }) => [materialId, false]))
  const result = requests.length > 0 ? addToCart({ ...input, decisions: { [patient.id]: brought } }) : first
  return {
    leftOut: applicationsOf(result).filter(({ effect }) => effect === 'leftOut'),
    undecided: requests.map(({ materialId, name, price }) => ({ materialId, name, price: toWire(price) })),
    added: 'cart' in result ? total(open, result.cart) - total(open, cart) : 0,
  }
}

function applicationsOf(result: AddToCartResult): readonly RuleApplication[] {
  return result.status === 'specificAnalysisRestrictionsApplied'
    ? result.specificAnalysisRulesApplication
    : []
}

function total(open: OpenCart, cart: CartDocument): number {
  return calculateOpenCart(calculatorInput(open, cart)).cartTotal.amount
}
