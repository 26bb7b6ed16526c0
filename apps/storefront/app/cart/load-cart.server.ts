import type { Analysis } from '@shop/contract/catalogue-codec'
import type { Patient } from '@shop/contract/patients'
import { ageInYears, todayIn } from '@shop/domain/age'
import { type Age, ageOf } from '@shop/domain/age-in-words'
import type { CalculatedCart, OrderObstacle } from '@shop/domain/calculate-cart'
import type { CalculatedPatient } from '@shop/domain/calculate-patient'
import type { NamedProfile } from '@shop/domain/group-by-profile'
import { type VisitKind, visitKindOf } from '@shop/domain/laboratory'
import { toWire, type WireMoney } from '@shop/domain/money'
import { collectsUrineBefore, mergePreparation } from '@shop/domain/preparation'
import { formatMoment } from '@shop/texts/formats.server'
import type { PreparationView } from '@shop/texts/preparation-items'
import { readAnalysis } from '../platform/catalogue/catalogue-cache.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { type BloodView, bloodView } from './blood-sentences.server.ts'
import {
  calculateOpenCart,
  cartProfiles,
  type OpenCart,
  openCart,
  rulesDate,
  visitStart,
} from './open-cart.server.ts'
import { type CartSummary, summarizeCart } from './summarize-cart.server.ts'

export interface CartLineView {
  analysisId: number
  name: string
  /** Null: this laboratory does not offer it. */
  price: WireMoney | null
  /** What must be resolved before ordering: a sentence, and the analyses that could be added to resolve it. */
  problems: { message: string; companions: { analysisId: number; name: string }[] }[]
}

export interface FeeView {
  materialId: number
  name: string
  quantity: number
  /** The price if it is bought. */
  price: WireMoney
  /** fixed: nothing to decide. The other values are for materials that the patient may bring. */
  decision: 'fixed' | 'bought' | 'brought' | 'open'
}

export interface CartPatientView {
  patientId: string
  fullName: string
  firstName: string
  age: Age
  lines: CartLineView[]
  /** Profiles that the lines were added with. */
  profiles: NamedProfile[]
  /** Analyses that patients below have, too: the first patient's part offers to remove them for everyone. */
  sharedAnalysisIds?: number[]
  fees: FeeView[]
  /** Null: no blood is drawn. */
  blood: BloodView | null
  preparation: PreparationView
  subtotal: WireMoney
}

export interface CartView {
  patients: CartPatientView[]
  summary: CartSummary
  /** Why the cart cannot be ordered now; empty if it can. */
  obstacles: readonly OrderObstacle[]
  /** Whether the owner has restricted the processing of their data, so that nothing can be ordered. */
  isRestricted: boolean
  /** For pages of the previous release, which look for it here. */
  sharedAnalysisIds: number[]
  /** Whether the last removal can be undone. */
  undoable: boolean
  /** Depends on whether the chosen laboratory makes home visits; can still be changed there. */
  visitPath: string
  /** Where choosing another time may resolve all obstacles; null if it cannot. */
  otherTimePath: string | null
}

/** The path of the page where a visit of each kind is chosen. */
export const VISIT_STEPS: Readonly<Record<VisitKind, string>> = {
  branch: pathOf('nurseCheckoutDate'),
  homeCall: pathOf('callDetails'),
}

/** The cart as its page shows it. */
export async function loadCart(shop: Shop): Promise<CartView> {
  const [open, user] = await Promise.all([openCart(shop), currentUser(shop)])
  const calculated = calculateOpenCart(open)
  const names = await missingNames(open, calculated)
  const profiles = await cartProfiles(open)
  const visitPath = open.laboratory ? VISIT_STEPS[visitKindOf(open.laboratory)] : pathOf('dateOrCall')
  return {
    patients: calculated.patients.map((part, index) => ({
      ...patientView(open, part, names),
      profiles: profiles[part.patientId] ?? [],
      sharedAnalysisIds: firstOfShared(calculated, index),
    })),
    summary: summarizeCart(open, calculated),
    obstacles: calculated.obstacles,
    isRestricted: user.isRestricted === true,
    sharedAnalysisIds: [],
    undoable: open.records.cart.body.previous !== null,
    visitPath,
    otherTimePath: dependsOnDay(calculated) ? visitPath : null,
  }
}

/** Ages are computed for the day of the visit, so on another day a rule about age may be met. */
function dependsOnDay({ obstacles, brokenRequirements }: CalculatedCart): boolean {
  return (
    obstacles.every((obstacle) => obstacle === 'broken_requirements') &&
    brokenRequirements.some(({ rule: { type } }) => type === 'MIN_AGE' || type === 'MAX_AGE')
  )
}

/** Analyses of a patient that some patients below have as well, and none above. */
function firstOfShared({ patients }: CalculatedCart, index: number): number[] {
  const among = (others: readonly CalculatedPatient[], id: number) =>
    others.some(({ analysisIds }) => analysisIds.includes(id))
  return patients[index]!.analysisIds.filter(
    (id) => !among(patients.slice(0, index), id) && among(patients.slice(index + 1), id),
  )
}

/** Names of unavailable analyses, including those that this laboratory does not offer. */
async function missingNames(open: OpenCart, { unavailable }: CalculatedCart): Promise<Map<number, string>> {
  const ids = [...new Set(unavailable.map(({ analysisId }) => analysisId))]
  const entries = await Promise.all(
    ids.map(async (id) => {
      const known = open.catalogue.analysesById.get(id)
      const found = known ?? (await readAnalysis(open.shop, id).catch(() => null))
      return found ? ([id, found.name] as const) : null
    }),
  )
  return new Map(entries.filter((entry) => entry !== null))
}

function patientView(
  open: OpenCart,
  part: CalculatedPatient,
  names: Map<number, string>,
): Omit<CartPatientView, 'profiles' | 'sharedAnalysisIds'> {
  const patient = open.patients.find(({ id }) => id === part.patientId)!
  const today = todayIn(open.shop.businessTimeZone, open.shop.now())
  return {
    patientId: patient.id,
    fullName: fullName(patient),
    firstName: patient.firstName,
    age: ageOf(patient.dateOfBirth, today),
    lines: lineViews(open, part, names),
    fees: feeViews(part),
    blood: bloodView(
      open,
      patient,
      part.lines.map(({ analysisId }) => analysisId),
    ),
    preparation: preparationOf(open, part),
    subtotal: toWire(part.subtotal),
  }
}

function fullName({ firstName, lastName }: Patient): string {
  return `${firstName} ${lastName}`.trim()
}

function lineViews(
  { catalogue }: OpenCart,
  part: CalculatedPatient,
  names: Map<number, string>,
): CartLineView[] {
  const available = part.lines.map(({ analysisId, name, price }) => ({
    analysisId,
    name,
    price: toWire(price),
    problems: part.brokenRequirements
      .filter((application) => application.analysisId === analysisId)
      .map(({ message, rule, relatedAnalysisIds }) => ({
        message,
        companions:
          rule.type === 'REQUIRES_ALSO'
            ? relatedAnalysisIds.map((id) => ({
                analysisId: id,
                name: catalogue.analysesById.get(id)?.name ?? '',
              }))
            : [],
      })),
  }))
  const gone = part.unavailable.map(({ analysisId }) => ({
    analysisId,
    name: names.get(analysisId) ?? `№ ${analysisId}`,
    price: null,
    problems: [],
  }))
  return [...available, ...gone]
}

function feeViews({ materials, broughtMaterials, undecidedMaterials }: CalculatedPatient): FeeView[] {
  const paid = materials.map(({ materialId, name, quantity, total, isOptional }) => ({
    materialId,
    name,
    quantity,
    price: toWire(total),
    decision: isOptional ? ('bought' as const) : ('fixed' as const),
  }))
  const unpaid = (list: typeof broughtMaterials, decision: 'brought' | 'open') =>
    list.map(({ materialId, name, price }) => ({
      materialId,
      name,
      quantity: 1,
      price: toWire(price),
      decision,
    }))
  return [...paid, ...unpaid(broughtMaterials, 'brought'), ...unpaid(undecidedMaterials, 'open')]
}

/** One patient's preparation for all tests together; with the time once the visit is chosen. */
export function preparationOf(
  open: OpenCart,
  { lines, materials, patientId }: CalculatedPatient,
): PreparationView {
  const { shop, catalogue } = open
  const { dateOfBirth } = open.patients.find(({ id }) => id === patientId)!
  const start = visitStart(open)
  const merged = mergePreparation({
    analyses: lines
      .map(({ analysisId }) => catalogue.analysesById.get(analysisId))
      .filter((analysis): analysis is Analysis => analysis !== undefined)
      .map(({ preparation }) => preparation),
    visit: start === null ? null : { start, zone: shop.businessTimeZone },
    ageYears: ageInYears(dateOfBirth, rulesDate(open)),
  })
  const optionalMaterials = materials.flatMap(({ isOptional, name }) => (isOptional ? name : []))
  return {
    fastingHours: merged.fastingHours,
    fastFrom: merged.fastFrom ? formatMoment(merged.fastFrom, shop) : null,
    fastingNote: merged.fastingNote ?? null,
    beforeFeed: merged.beforeFeed,
    notes: merged.notes,
    isLateForUrine: merged.isLateForUrine,
    urineContainer:
      open.laboratory && collectsUrineBefore(visitKindOf(open.laboratory), optionalMaterials)
        ? 'choose'
        : null,
  }
}
