import {
  type CartAnswer,
  DECISIONS_FIELD,
  type OptionalMaterialDecisionRequestMap,
} from '@shop/contract/cart'
import { decisionRequestsToWire, undecidedToWire } from '@shop/contract/cart-codec'
import { Problem } from '@shop/contract/problem'
import { type AddToCartResult, CART_LINE_LIMIT, withAnalyses } from '@shop/domain/add-to-cart'
import type {
  Cart,
  MaterialDecisionRequestMap,
  MaterialDecisions,
  RuleApplication,
  RuleEffect,
} from '@shop/domain/cart'
import type { RuleType } from '@shop/domain/rules'
import { data, redirect } from 'react-router'
import { readProfiles } from '../platform/catalogue/catalogue-cache.server.ts'
import { forgetForm, pathOfKeptForm } from '../platform/forms/form-draft.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import { refusalWords } from '../platform/problems/problem-messages.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { type Addable, type AddablePath, requireAddable } from './addable.server.ts'
import { encodeCartAnswer } from './encode-cart.server.ts'
import { type CartChange, changeCart, type OpenCart, rulesDate } from './open-cart.server.ts'
import { choiceAddress } from './way-back.ts'

// The calls of the local API that add to the cart, and the page's form that does the same.

/**
 * Adds one analysis for patients.
 * @throws Problem `unauthorized`, `unknown_laboratory`, `unknown_analysis`, `analysis_has_no_price`,
 * `unknown_patient`, `unknown_material`, `cart_full`
 */
export function addToCart({
  analysisId,
  ...options
}: AddOptions & { analysisId: number }): Promise<CartAnswer> {
  return addAnalyses(options, () => [analysisId])
}

/**
 * Adds the analyses of a profile for patients; those a patient already has are not added twice.
 * @throws Problem as `addToCart`; also `unknown_analysis` for a profile that the laboratory does not offer
 */
export function addProfileToCart({
  profileId,
  ...options
}: AddOptions & { profileId: number }): Promise<CartAnswer> {
  return addAnalyses({ ...options, profileId }, async (laboratoryId) => {
    const profile = (await readProfiles(options.shop, laboratoryId)).get(profileId)
    if (profile) return profile.analyses.map(({ id }) => id)
    throw new Problem('unknown_analysis', { errors: [{ path: 'profileId', message: String(profileId) }] })
  })
}

interface AddOptions {
  shop: Shop
  patientIds: readonly string[]
  materialDecisions?: MaterialDecisions | null | undefined
  confirmations?: Readonly<Record<string, { pregnant?: boolean | undefined }>> | null | undefined
  /** Also adds the companions, which the page has announced with their prices. */
  bringsCompanions?: boolean
  /** The profile that these analyses belong to. */
  profileId?: number
}

type FindAnalyses = (laboratoryId: number) => readonly number[] | Promise<readonly number[]>

/** Adds analyses for patients and answers like every cart call; a missing decision changes nothing. */
export async function addAnalyses(options: AddOptions, analysisIdsOf: FindAnalyses): Promise<CartAnswer> {
  const { open, result } = await changeByAddition(options, analysisIdsOf)
  if (result.status === 'added') return encodeCartAnswer(open, result.ruleApplications)
  return undecidedToWire(result.undecidedMaterials)
}

/** Adds analyses for patients and stores the cart. @throws Problem for a refused addition */
async function changeByAddition(options: AddOptions, analysisIdsOf: FindAnalyses) {
  return changeCart(options.shop, async (open) => {
    // Without a laboratory nothing has a price, so nothing can be added.
    if (!open.laboratory) throw new Problem('unknown_laboratory')
    const analysisIds = await analysisIdsOf(open.laboratory.id)
    const { cart } = open.records.cart.body
    return changeOf(
      cart,
      withAnalyses({
        cart,
        patients: open.patients,
        analysisIds,
        patientIds: options.patientIds,
        decisions: options.materialDecisions ?? {},
        confirmations: confirmed(options.confirmations),
        bringsCompanions: options.bringsCompanions ?? false,
        profiles: options.profileId === undefined ? undefined : { [options.profileId]: analysisIds },
        assortment: open.catalogue.assortment,
        onDate: rulesDate(open),
      }),
    )
  })
}

function confirmed(confirmations: AddOptions['confirmations']): Record<string, { pregnant: boolean }> {
  return Object.fromEntries(
    Object.entries(confirmations ?? {}).map(([id, { pregnant }]) => [id, { pregnant: pregnant === true }]),
  )
}

type Addition =
  | { status: 'added'; ruleApplications: readonly RuleApplication[]; addedCount: number }
  | { status: 'undecided'; undecidedMaterials: MaterialDecisionRequestMap }

/** @throws Problem for a refused addition */
function changeOf(before: Cart, result: AddToCartResult): CartChange<Addition> {
  switch (result.status) {
    case 'refused':
      throw refusal(result)
    case 'undecided':
      return { result }
    case 'added': {
      const { cart, ruleApplications } = result
      const addedCount = countAdded(before, cart)
      return { cart, result: { status: 'added', ruleApplications, addedCount } }
    }
  }
}

function countAdded(before: Cart, after: Cart): number {
  const counts = Object.entries(after.analysisIdsByPatientId).map(([patientId, ids]) => {
    const held = new Set(before.analysisIdsByPatientId[patientId])
    return ids.filter((id) => !held.has(id)).length
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

/** What a refused addition answers with. */
export function refusal(result: Extract<AddToCartResult, { status: 'refused' }>): Problem {
  if (result.code === 'cart_full') return new Problem('cart_full', { extension: { limit: CART_LINE_LIMIT } })
  const [, id] = Object.entries(result).find(([key]) => key.endsWith('Id')) ?? []
  const path = { unknown_patient: 'patientIds', unknown_material: DECISIONS_FIELD }
  const field = path[result.code as keyof typeof path] ?? 'analysisId'
  return new Problem(result.code, { errors: [{ path: field, message: String(id) }] })
}

/** Runs what the page's form asks for. */
export async function addToCartByForm(
  shop: Shop,
  { params, url }: { params: AddablePath; url: URL },
  { intent, texts, form }: SentForm,
) {
  const act = actOf(
    {
      add: async () => addChosen({ shop, addable: await requireAddable(shop, params, url), form }),
      addPatient: () => addPatientFirst(shop, url, texts),
    },
    intent,
  )
  return act()
}

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
  const { analysisIds, profileId } = addable
  const ofProfile = profileId === null ? {} : { profileId }
  const options = { shop, patientIds, materialDecisions, confirmations, bringsCompanions: true, ...ofProfile }
  return changeByAddition(options, () => analysisIds)
}

function outcome(form: FormData, what: Partial<AddOutcome> & Pick<AddOutcome, 'kind'>) {
  const chosen = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const title = { key: `cart:add.outcome.${what.kind}` } as const
  const answer: AddOutcome = { title, chosen, requests: {}, applications: [], addedCount: 0, ...what }
  return data(answer, { status: what.kind === 'restricted' ? 200 : 422 })
}

/** Keeps the choices made so far and leads to the form for a new patient, and from there back to them. */
async function addPatientFirst(shop: Shop, url: URL, texts: Record<string, string>): Promise<Response> {
  const { intent: _, ...chosen } = texts
  const pathnameToReturn = await pathOfKeptForm(shop, choiceAddress(url), chosen)
  const query = new URLSearchParams({ pathnameToReturn, addableFlowPage: '1' })
  return redirect(`${pathOf('createPatient')}?${query}`)
}
