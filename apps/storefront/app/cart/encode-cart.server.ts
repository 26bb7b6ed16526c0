import type {
  CartAnswer,
  MaterialCartRef,
  OptionalMaterialDecisionRequestMap,
  OrderDetails,
  RuleApplication,
  WireCart,
} from '@shop/contract/cart'
import type { WireAnalysis } from '@shop/contract/catalogue'
import type { CalculatedCart } from '@shop/domain/calculate-cart'
import type { CalculatedPatient } from '@shop/domain/calculate-patient'
import type { RuleApplication as Application, MaterialDecisionRequestMap } from '@shop/domain/cart'
import { toWire } from '@shop/domain/money'
import { readAnalysis } from '../platform/catalogue/catalogue-cache.server.ts'
import { regionName } from '../platform/laboratory/callable-regions.ts'
import { calculateOpenCart, callRegion } from './calculate-open-cart.ts'
import { cartProfiles } from './cart-profiles.server.ts'
import { calculatorInput } from './change-cart.server.ts'
import type { OpenCart } from './open-cart.server.ts'

/** What every cart call answers about a cart that is there. */
export async function encodeCartAnswer(
  open: OpenCart,
  applications: readonly Application[] = [],
): Promise<CartAnswer> {
  const calculated = calculateOpenCart(calculatorInput(open))
  const cart = await encodeCart(open, calculated)
  const orderDetails = encodeOrderDetails(open, calculated)
  if (applications.length === 0) return { status: 'calculated', cart, orderDetails }
  return {
    status: 'specificAnalysisRestrictionsApplied',
    cart,
    orderDetails,
    specificAnalysisRulesApplication: applications.map(encodeApplication),
  }
}

export function encodeApplication(application: Application): RuleApplication {
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

export function encodeRequests(requests: MaterialDecisionRequestMap): OptionalMaterialDecisionRequestMap {
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

async function encodeCart(open: OpenCart, calculated: CalculatedCart): Promise<WireCart> {
  const missing = await readMissingAnalyses(open, calculated)
  const dtoOf = (id: number) => open.catalogue.analysesById.get(id) ?? missing.get(id)
  const byPatient = <T>(build: (patient: CalculatedPatient) => T): Record<string, T> =>
    Object.fromEntries(calculated.patients.map((patient) => [patient.patientId, build(patient)]))
  return {
    patientIdsByAnalysisId: mutable(calculated.patientIdsByAnalysisId),
    analysisIdsByPatientId: mutable(calculated.analysisIdsByPatientId),
    subCartTotalsByPatientId: byPatient(({ subtotal }) => toWire(subtotal)),
    analysisDtosByPatientId: byPatient(({ analysisIds, unavailable }) => {
      const gone = new Set(unavailable.map(({ analysisId }) => analysisId))
      return analysisIds.flatMap((id) => {
        const analysis = dtoOf(id)
        if (!analysis) return []
        return gone.has(id) ? { ...analysis, unavailable: true } : analysis
      })
    }),
    materialCartRefMapsByPatientId: byPatient(materialRefs),
    isBoughtOptionalMaterialMap: byPatient(boughtMaterials),
    cartTotal: toWire(calculated.cartTotal),
    unavailableAnalysisIdsByPatientId: Object.fromEntries(
      calculated.patients.flatMap(({ patientId, unavailable }) =>
        unavailable.length > 0 ? [[patientId, unavailable.map(({ analysisId }) => analysisId)]] : [],
      ),
    ),
    profilesByPatientId: await cartProfiles(open),
    obstacles: [...calculated.obstacles],
    brokenRequirements: calculated.brokenRequirements.map(encodeApplication),
    undecidedMaterials: encodeRequests(calculated.undecidedMaterials),
  }
}

function mutable<T>(record: Readonly<Record<string, readonly T[]>>): Record<string, T[]> {
  return Object.fromEntries(Object.entries(record).map(([key, list]) => [key, [...list]]))
}

/** What this laboratory does not offer is described as the catalogue knows it anywhere. */
async function readMissingAnalyses(
  { shop, catalogue }: OpenCart,
  { unavailable }: CalculatedCart,
): Promise<Map<number, WireAnalysis>> {
  const ids = new Set(unavailable.map(({ analysisId }) => analysisId))
  const missing = [...ids].filter((id) => !catalogue.analysesById.has(id))
  const found = await Promise.all(missing.map((id) => readAnalysis(shop, id).catch(() => null)))
  return new Map(found.flatMap((analysis) => (analysis ? [[analysis.id, analysis] as const] : [])))
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

export function encodeOrderDetails(open: OpenCart, calculated: CalculatedCart): OrderDetails {
  const draft = open.documents.draft.body
  const region = callRegion(draft, open.laboratory)
  return {
    nurseCheckoutDate:
      draft.nurseCheckout?.laboratoryId === open.laboratory?.id ? (draft.nurseCheckout?.date ?? null) : null,
    calculatedCallStructure:
      region && draft.callDetails
        ? { ...draft.callDetails, regionName: regionName(region, open.shop.locale) }
        : null,
    orderTotal: toWire(calculated.orderTotal),
    deliveryPrice: calculated.deliveryPrice ? toWire(calculated.deliveryPrice) : null,
    feedbackDetails: draft.feedbackDetails,
  }
}
