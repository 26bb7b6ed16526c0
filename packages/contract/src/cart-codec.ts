import type { CalculatedCart } from '@shop/domain/calculate-cart'
import type { CalculatedPatient } from '@shop/domain/calculate-patient'
import type { MaterialDecisionRequestMap, RuleApplication } from '@shop/domain/cart'
import { toWire, type WireMoney } from '@shop/domain/money'
import type {
  CalculatedCallStructure,
  CartAnswer,
  CartProfile,
  MaterialCartRef,
  OptionalMaterialDecisionRequestMap,
  OrderDetails,
  WireCart,
  WireRuleApplication,
} from './cart.ts'
import { type Analysis, analysisToWire } from './catalogue-codec.ts'
import { type Feedback, feedbackToWire } from './order-codec.ts'

/** A calculated cart in the form and names of the specification. */
export function cartToWire(
  calculated: CalculatedCart,
  known: {
    /** undefined: the catalogue no longer has it. */
    analysisOf: (id: number) => Analysis | undefined
    profilesByPatientId: Record<string, CartProfile[]>
  },
): WireCart {
  const { patients } = calculated
  const byPatient = <T>(build: (patient: CalculatedPatient) => T): Record<string, T> =>
    Object.fromEntries(patients.map((patient) => [patient.patientId, build(patient)]))
  return {
    patientIdsByAnalysisId: patientIdsByAnalysis(patients),
    analysisIdsByPatientId: byPatient(({ analysisIds }) => [...analysisIds]),
    subCartTotalsByPatientId: byPatient(({ subtotal }) => toWire(subtotal)),
    analysisDtosByPatientId: byPatient(({ analysisIds, unavailable }) => {
      const gone = new Set(unavailable.map(({ analysisId }) => analysisId))
      return analysisIds.flatMap((id) => {
        const analysis = known.analysisOf(id)
        if (!analysis) return []
        const wire = analysisToWire(analysis)
        return gone.has(id) ? { ...wire, unavailable: true } : wire
      })
    }),
    materialCartRefMapsByPatientId: byPatient(materialRefs),
    isBoughtOptionalMaterialMap: byPatient(boughtMaterials),
    cartTotal: toWire(calculated.cartTotal),
    unavailableAnalysisIdsByPatientId: Object.fromEntries(
      patients.flatMap(({ patientId, unavailable }) =>
        unavailable.length > 0 ? [[patientId, unavailable.map(({ analysisId }) => analysisId)]] : [],
      ),
    ),
    profilesByPatientId: known.profilesByPatientId,
    obstacles: [...calculated.obstacles],
    brokenRequirements: calculated.brokenRequirements.map(ruleApplicationToWire),
    undecidedMaterials: decisionRequestsToWire(calculated.undecidedMaterials),
  }
}

/** What has been chosen for the order, with the names of the specification. */
export function orderDetailsToWire(details: {
  /** The time that was chosen at a branch, or for the home visit. */
  chosenTime: string | null
  homeVisit: CalculatedCallStructure | null
  orderTotal: WireMoney
  deliveryPrice: WireMoney | null
  feedback: Feedback
}): OrderDetails {
  const { chosenTime, homeVisit, orderTotal, deliveryPrice, feedback } = details
  return {
    nurseCheckoutDate: chosenTime,
    calculatedCallStructure: homeVisit,
    orderTotal,
    deliveryPrice,
    feedbackDetails: feedbackToWire(feedback),
  }
}

/** A call's answer with a calculated cart, and with the rules that were applied, if any. */
export function cartAnswerToWire(answer: {
  cart: WireCart
  orderDetails: OrderDetails
  ruleApplications: readonly RuleApplication[]
}): CartAnswer {
  const { cart, orderDetails, ruleApplications } = answer
  if (ruleApplications.length === 0) return { status: 'calculated', cart, orderDetails }
  return {
    status: 'specificAnalysisRestrictionsApplied',
    cart,
    orderDetails,
    specificAnalysisRulesApplication: ruleApplications.map(ruleApplicationToWire),
  }
}

/** The answer to an addition that waits for decisions about optional materials. */
export function undecidedToWire(requests: MaterialDecisionRequestMap): CartAnswer {
  return {
    status: 'optionalMaterialDecisionRequested',
    optionalMaterialDecisionRequestMap: decisionRequestsToWire(requests),
  }
}

export function decisionRequestsToWire(
  requests: MaterialDecisionRequestMap,
): OptionalMaterialDecisionRequestMap {
  return Object.fromEntries(
    Object.entries(requests).map(([patientId, ofPatient]) => [
      patientId,
      Object.fromEntries(
        Object.values(ofPatient).map(({ materialId, name, price, analysisIds }) => [
          materialId,
          { materialId, name, ...toWire(price), analysisIds: [...analysisIds] },
        ]),
      ),
    ]),
  )
}

function ruleApplicationToWire(application: RuleApplication): WireRuleApplication {
  const { patientId, analysisId, effect, rule, relatedAnalysisIds, message } = application
  return {
    patientId,
    analysisId,
    rule: rule.type,
    message,
    effect,
    relatedAnalysisIds: [...relatedAnalysisIds],
  }
}

function patientIdsByAnalysis(patients: readonly CalculatedPatient[]): Record<number, string[]> {
  const ids = [...new Set(patients.flatMap(({ analysisIds }) => analysisIds))]
  const holders = (id: number) => patients.filter(({ analysisIds }) => analysisIds.includes(id))
  return Object.fromEntries(ids.map((id) => [id, holders(id).map(({ patientId }) => patientId)]))
}

function materialRefs({ materials, broughtMaterials }: CalculatedPatient): Record<number, MaterialCartRef> {
  const paid = materials.map((line) => ({
    materialId: line.materialId,
    name: line.name,
    ...toWire(line.total),
    isOptional: line.isOptional,
    analysisIds: [...line.analysisIds],
  }))
  const brought = broughtMaterials.map((material) => ({
    materialId: material.materialId,
    name: material.name,
    price: 0,
    currency: material.price.currency,
    isOptional: true,
    analysisIds: [...material.analysisIds],
  }))
  return Object.fromEntries([...paid, ...brought].map((ref) => [ref.materialId, ref]))
}

function boughtMaterials({ materials, broughtMaterials }: CalculatedPatient): Record<number, boolean> {
  const bought = materials.filter(({ isOptional }) => isOptional).map(({ materialId }) => [materialId, true])
  const brought = broughtMaterials.map(({ materialId }) => [materialId, false])
  return Object.fromEntries([...bought, ...brought])
}
