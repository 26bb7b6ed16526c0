import type { OptionalMaterialDecisionRequestMap } from '@shop/contract/cart'
import { decisionRequestsToWire } from '@shop/contract/cart-codec'
import type { Analysis } from '@shop/contract/catalogue-codec'
import { ApiProblem } from '@shop/contract/main-api-client'
import type { RuleApplication, RuleEffect } from '@shop/domain/cart'
import { toWire, type WireMoney } from '@shop/domain/money'
import type { OfferKind } from '@shop/domain/offer-kind'
import { quoteAnalyses } from '@shop/domain/quote'
import { earliestVisitDate, readyDate } from '@shop/domain/ready-date'
import type { RuleType } from '@shop/domain/rules'
import { visitPlanOf } from '@shop/domain/visit-plan'
import { formatDay } from '@shop/texts/formats.server'
import { data, redirect } from 'react-router'
import {
  readAnalysis,
  readCatalogue,
  readLaboratories,
  readProfile,
  readProfiles,
} from '../platform/catalogue/catalogue-cache.server.ts'
import { forgetForm, pathOfKeptForm } from '../platform/forms/form-draft.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import { refusalWords } from '../platform/problems/problem-messages.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { changeByAddition } from './add-to-cart.server.ts'
import type { OpenCart } from './open-cart.server.ts'

/** What the page shows if not everything was added. */
export interface AddOutcome {
  /**
   * nobody: no patient was chosen. decide: an optional material is undecided. restricted: a rule left
   * something out. refused: it is no longer offered, or the cart has no room for that many.
   */
  kind: 'nobody' | 'decide' | 'restricted' | 'refused'
  /** Shown above the form; what rules left out is shown in a dialog. */
  title: FormMessage
  /** The form as it was sent, so that nothing must be chosen twice. */
  chosen: [string, string][]
  requests: OptionalMaterialDecisionRequestMap
  applications: OutcomeApplication[]
  /** How many analyses the cart has now that it did not have before. */
  addedCount: number
}

/** The effect of a rule, for the dialog. */
export interface OutcomeApplication {
  patientId: string
  effect: RuleEffect
  rule: RuleType
  message: string
  /** Names of the analysis and of the larger one that includes it. */
  name: string
  includedIn: string
}

interface ChosenPatient {
  patientId: string
  decisions: Record<number, boolean>
  pregnant: boolean
  /** Analyses that the page has already reported as left out. */
  leftOutIds: number[]
}

const ID = /^\d{1,10}$/

function readChosen(form: FormData): ChosenPatient[] {
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const patientIds = [...new Set(entries.flatMap(([name, value]) => (name === 'patientIds' ? value : [])))]
  return patientIds.map((patientId) => {
    const of = (field: string) =>
      entries.flatMap(([name, value]) => {
        const rest = name.startsWith(`${field}.${patientId}.`)
          ? name.slice(field.length + patientId.length + 2)
          : ''
        return ID.test(rest) ? [[Number(rest), value] as const] : []
      })
    return {
      patientId,
      decisions: Object.fromEntries(of('material').map(([id, value]) => [id, value === 'buy'])),
      pregnant: form.get(`pregnant.${patientId}`) === 'yes',
      leftOutIds: String(form.get(`leftOut.${patientId}`) ?? '')
        .split(',')
        .map(Number),
    }
  })
}

/** Adds to the cart for the chosen patients and redirects to it; reports what is missing or was left out. */
export async function addChosen(input: { shop: Shop; addable: Addable; form: FormData }) {
  const { shop, addable, form } = input
  const chosen = readChosen(form)
  if (chosen.length === 0) return outcome(form, { kind: 'nobody' })
  const changed = await addFor(shop, addable, chosen).catch((error: unknown) => {
    const refused = refusalWords(error)
    if (!refused) throw error
    return refused
  })
  if ('place' in changed) {
    return outcome(form, { kind: 'refused', ...(changed.title ? { title: changed.title } : {}) })
  }
  const { open, result } = changed
  if (result.status !== 'added') {
    return outcome(form, { kind: 'decide', requests: decisionRequestsToWire(result.undecidedMaterials) })
  }
  const news = result.ruleApplications.filter(({ patientId, analysisId, effect }) => {
    const known = chosen.find((patient) => patient.patientId === patientId)?.leftOutIds ?? []
    return effect !== 'leftOut' || !known.includes(analysisId)
  })
  if (news.length === 0) {
    await forgetForm(shop)
    return redirect(`${pathOf('cart')}?notice=added`)
  }
  const applications = news.map((application) => outcomeApplication(open, application))
  return outcome(form, { kind: 'restricted', applications, addedCount: result.addedCount })
}

function outcomeApplication({ catalogue }: OpenCart, application: RuleApplication): OutcomeApplication {
  const { patientId, analysisId, effect, rule, message, relatedAnalysisIds } = application
  const nameOf = (id: number | undefined) => (id && catalogue.analysesById.get(id)?.name) || ''
  const [includedIn] = relatedAnalysisIds
  return {
    patientId,
    effect,
    rule: rule.type,
    message,
    name: nameOf(analysisId),
    includedIn: nameOf(includedIn),
  }
}

function addFor(shop: Shop, addable: Addable, chosen: readonly ChosenPatient[]) {
  const patientIds = chosen.map(({ patientId }) => patientId)
  const materialDecisions = Object.fromEntries(
    chosen.map(({ patientId, decisions }) => [patientId, decisions]),
  )
  const confirmations = Object.fromEntries(chosen.map(({ patientId, pregnant }) => [patientId, { pregnant }]))
  const ofProfile = addable.type === 'profile' ? { profileId: addable.id } : {}
  const options = { shop, patientIds, materialDecisions, confirmations, bringsCompanions: true, ...ofProfile }
  return changeByAddition(options, () => addable.analysisIds)
}

function outcome(form: FormData, what: Partial<AddOutcome> & Pick<AddOutcome, 'kind'>) {
  const chosen = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const title = { key: `cart:add.outcome.${what.kind}` } as const
  const answer: AddOutcome = { title, chosen, requests: {}, applications: [], addedCount: 0, ...what }
  return data(answer, { status: what.kind === 'restricted' ? 200 : 422 })
}

/** Keeps the choices made so far and leads to the form for a new patient, and from there back to them. */
async function addPatientFirst(
  shop: Shop,
  { pathname }: URL,
  texts: Record<string, string>,
): Promise<Response> {
  const { intent: _, ...chosen } = texts
  const pathnameToReturn = await pathOfKeptForm(shop, pathname, chosen)
  const query = new URLSearchParams({ pathnameToReturn, addableFlowPage: '1' })
  return redirect(`${pathOf('createPatient')}?${query}`)
}

export interface Addable {
  type: OfferKind
  id: number
  name: string
  analysisIds: number[]
}

/** An analysis or profile about to be added, with its price for one person. */
export interface AddableView extends Addable {
  lines: { key: string; name: string; price: WireMoney; isFee: boolean }[]
  /** Without optional materials; null if the laboratory does not sell it. */
  total: WireMoney | null
  /** "Tuesday 24 November" */
  ready: string | null
}

interface AddablePath {
  addableType: string
  addableId: string
}

/** The analysis or profile in the path, at the active laboratory. @throws data 404 if there is none */
export async function requireAddable(shop: Shop, params: AddablePath): Promise<AddableView> {
  const addable = await findAddable(shop, params)
  if (!addable) throw data(null, { status: 404 })
  return addable
}

/** The analysis or profile in the path, at the active laboratory; null if there is none. */
export async function findAddable(
  shop: Shop,
  { addableType, addableId }: AddablePath,
): Promise<AddableView | null> {
  const id = Number(addableId)
  if (!Number.isSafeInteger(id) || id < 1 || (addableType !== 'analysis' && addableType !== 'profile'))
    return null
  const laboratory = (await readLaboratories(shop)).get(Number(shop.activeLaboratoryId))
  if (!laboratory) return anywhere(shop, addableType, id)
  const { analysesById, assortment } = await readCatalogue(shop, laboratory.id)
  const profile = addableType === 'profile' ? (await readProfiles(shop, laboratory.id)).get(id) : undefined
  const analysis = addableType === 'analysis' ? analysesById.get(id) : undefined
  if (!profile && !analysis) return anywhere(shop, addableType, id)
  const analyses = profile?.analyses ?? [analysis!]
  const analysisIds = analyses.map((each) => each.id)
  const quote = quoteAnalyses({ analysisIds, assortment })
  const visit = earliestVisitDate({
    plan: visitPlanOf(laboratory),
    now: shop.now(),
    zone: shop.businessTimeZone,
  })
  const longest = Math.max(...analyses.map(({ turnaroundDays }) => turnaroundDays))
  const fees = quote?.materials.map(({ materialId, name, total }) => ({
    key: `fee-${materialId}`,
    name,
    price: toWire(total),
    isFee: true,
  }))
  const companions = quote?.companions.map(({ id, name, price }) => ({
    key: String(id),
    name,
    price: toWire(price),
    isFee: false,
  }))
  return {
    type: addableType,
    id,
    name: (profile ?? analysis!).name,
    analysisIds,
    lines: [...analyses.flatMap(priceLine), ...(companions ?? []), ...(fees ?? [])],
    total: quote && toWire(quote.total),
    ready: visit && formatDay(readyDate(visit, longest, laboratory.closures), shop.locale),
  }
}

function priceLine({ id, name, prices }: Analysis): AddableView['lines'] {
  const [first] = prices
  return first
    ? [{ key: String(id), name, price: { price: first.price, currency: first.currency }, isFee: false }]
    : []
}

/** Something that this laboratory does not offer: it is shown but cannot be added. */
async function anywhere(shop: Shop, type: Addable['type'], id: number): Promise<AddableView | null> {
  try {
    const found = type === 'analysis' ? await readAnalysis(shop, id) : await readProfile(shop, id)
    const analysisIds = 'analyses' in found ? found.analyses.map((inside) => inside.id) : [id]
    return { type, id, name: found.name, analysisIds, lines: [], total: null, ready: null }
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return null
    throw error
  }
}

/** Runs what the form asks for. */
export async function addToCartByForm(
  shop: Shop,
  { params, url }: { params: AddablePath; url: URL },
  { intent, texts, form }: SentForm,
) {
  const act = actOf(
    {
      add: async () => addChosen({ shop, addable: await requireAddable(shop, params), form }),
      addPatient: () => addPatientFirst(shop, url, texts),
    },
    intent,
  )
  return act()
}
