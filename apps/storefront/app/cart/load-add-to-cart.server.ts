import type { Analysis } from '@shop/contract/catalogue-codec'
import type { DocumentSummary } from '@shop/contract/documents'
import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import type { Patient } from '@shop/contract/patients'
import type { LastResult } from '@shop/contract/results'
import { todayIn } from '@shop/domain/age'
import { type Age, ageOf } from '@shop/domain/age-in-words'
import { addDays } from '@shop/domain/dates'
import { type Currency, toWire, type WireMoney } from '@shop/domain/money'
import { quoteAnalyses } from '@shop/domain/quote'
import { type AdditionQuote, quoteAddition } from '@shop/domain/quote-addition'
import { earliestVisitDate, readyDate } from '@shop/domain/ready-date'
import { visitPlanOf } from '@shop/domain/visit-plan'
import { formatDay } from '@shop/texts/formats.server'
import { data, redirect } from 'react-router'
import { loadRegistrationDocuments } from '../documents/load-documents.server.ts'
import {
  readAnalysis,
  readCatalogue,
  readLaboratories,
  readProfile,
  readProfiles,
} from '../platform/catalogue/catalogue-cache.server.ts'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import { ADDED_PATIENT } from '../platform/forms/form-draft.ts'
import { ID_SEPARATOR, pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'
import { bloodOfAddition } from './blood-sentences.server.ts'
import { type OpenCart, openCart, rulesDate, withoutUnknownPatients } from './open-cart.server.ts'

export interface AddToCartView {
  addable: AddableView
  /** Null for a guest, who must log in or register first. */
  choices: PatientChoice[] | null
  /** For a guest's registration. */
  documents: DocumentSummary[]
  /** What was chosen before a session ended or a patient was added, as form fields. */
  kept: [string, string][] | null
  /** Patients have just been added for this choice. */
  isAdded: boolean
  /** Null for a guest. */
  formOwner: string | null
}

interface ReadAddToCartView {
  shop: Shop
  addable: AddableView
  url: URL
}

export async function loadAddToCart(input: ReadAddToCartView): Promise<AddToCartView> {
  const { shop, addable, url } = input
  if (!shop.token) {
    return {
      addable,
      choices: null,
      documents: await loadRegistrationDocuments(shop),
      kept: null,
      isAdded: false,
      formOwner: null,
    }
  }
  const open = await openCart(shop)
  const kept = fieldsOf((await keptForm(shop, url)) ?? {})
  const choices = await patientChoices(open, addable)
  const asked = url.searchParams.getAll(ADDED_PATIENT)
  const added = choices.flatMap(({ patientId }): [string, string][] =>
    asked.includes(patientId) ? [['patientIds', patientId]] : [],
  )
  return {
    addable,
    choices,
    documents: [],
    kept: [...kept, ...added].length > 0 ? [...kept, ...added] : null,
    isAdded: added.length > 0,
    formOwner: formOwnerOf(open.owner),
  }
}

/** The patients, stored as one comma-separated text, become several fields of the same name. */
function fieldsOf(kept: Record<string, string>): [string, string][] {
  return Object.entries(kept).flatMap(([name, value]) =>
    (name === 'patientIds' ? value.split(',') : [value]).map((each): [string, string] => [name, each]),
  )
}

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
async function patientChoices(open: OpenCart, addable: Addable): Promise<PatientChoice[]> {
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

const SHOWN = 3
/** The most that the main API accepts. */
const ASKED = 50

/**
 * By patient: when they last had one of these tests, and until when it is usually not repeated. Purely
 * informative: without an answer from the main API nothing is shown.
 */
export async function lastTimes(open: OpenCart, addable: Addable): Promise<Map<string, string[]>> {
  const { shop, catalogue } = open
  const { t } = pageTexts(shop.locale, shop.env.partner).texts
  const dayOf = (instant: Date) => todayIn(shop.businessTimeZone, instant)
  const today = dayOf(shop.now())
  const sentences = (await lastResults(open, addable)).flatMap(
    ({ patientId, analysisId, sampledAt, value }) => {
      const { name, retest } = catalogue.analysesById.get(analysisId)!
      const taken = dayOf(new Date(sampledAt))
      const until = addDays(taken, retest!.days)
      const isSoon = until > today
      // For a profile only tests that are too soon: the rest would be a list of results.
      if (addable.analysisIds.length > 1 && !isSoon) return []
      const date = formatDay(taken, shop.locale, 'date')
      const said = [
        ...(addable.analysisIds.length > 1 ? [`${name}.`] : []),
        value === null ? t('cart:add.lastTime', { date }) : t('cart:add.lastValue', { date, value }),
        ...(isSoon
          ? [t('cart:add.tooSoon', { date: formatDay(until, shop.locale, 'date'), source: retest!.source })]
          : []),
      ]
      return [{ patientId, said: said.join(' ') }]
    },
  )
  const byPatient = Map.groupBy(sentences, ({ patientId }) => patientId)
  return new Map([...byPatient].map(([id, list]) => [id, list.slice(0, SHOWN).map(({ said }) => said)]))
}

async function lastResults({ shop, catalogue }: OpenCart, { analysisIds }: Addable): Promise<LastResult[]> {
  const wanted = analysisIds.filter((id) => catalogue.analysesById.get(id)?.retest)
  if (wanted.length === 0) return []
  try {
    return await shop.api.lastResults({ analysisIds: wanted.slice(0, ASKED).join() })
  } catch (error) {
    if (error instanceof ApiProblem || error instanceof ApiUnreachable) return []
    throw error
  }
}

export interface Addable {
  /** Null for analyses that were not chosen as a profile. */
  profileId: number | null
  name: string
  analysisIds: number[]
}

/** Analyses or a profile about to be added, with the price for one person. */
export interface AddableView extends Addable {
  lines: { key: string; name: string; price: WireMoney; isFee: boolean }[]
  /** Without optional materials; null if the laboratory does not sell all of it. */
  total: WireMoney | null
  /** "Tuesday 24 November" */
  ready: string | null
}

export interface AddablePath {
  addableType: string
  /** An id; for analyses several, separated by `ID_SEPARATOR`. */
  addableId: string
}

/**
 * The analyses or profile in the path, at the active laboratory.
 * @throws data 404 if there are none; a redirect to the rest of several analyses if the laboratory does not offer all
 * of them: an address adds everything that it names, or nothing
 */
export async function requireAddable(
  shop: Shop,
  params: AddablePath,
  { search }: Pick<URL, 'search'>,
): Promise<AddableView> {
  const rest = await restOf(shop, params)
  if (rest) {
    const path = pathOf('addToCart', { addableType: 'analysis', addableId: rest.join(ID_SEPARATOR) })
    throw redirect(`${path}${search}`)
  }
  const addable = await findAddable(shop, params)
  if (!addable) throw data(null, { status: 404 })
  return addable
}

/** Those of several analyses that the active laboratory offers; null if they are none or all. */
async function restOf(shop: Shop, path: AddablePath): Promise<number[] | null> {
  const asked = readPath(path)
  const analysisIds = asked && 'analysisIds' in asked ? asked.analysisIds : []
  const laboratory = analysisIds.length > 1 && (await activeLaboratory(shop))
  if (!laboratory) return null
  const { analysesById } = await readCatalogue(shop, laboratory.id)
  const rest = analysisIds.filter((id) => analysesById.has(id))
  return rest.length > 0 && rest.length < analysisIds.length ? rest : null
}

const activeLaboratory = async (shop: Shop) =>
  (await readLaboratories(shop)).get(Number(shop.activeLaboratoryId))

/** The analyses or profile in the path, at the active laboratory; null if there are none. */
export async function findAddable(shop: Shop, path: AddablePath): Promise<AddableView | null> {
  const asked = readPath(path)
  if (!asked) return null
  const laboratory = await activeLaboratory(shop)
  const named = laboratory && (await namedAt(shop, laboratory.id, asked))
  if (!named) return anywhere(shop, asked)
  const { profileId, name, analyses } = named
  const { assortment } = await readCatalogue(shop, laboratory.id)
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
    profileId,
    name,
    analysisIds,
    lines: [...analyses.flatMap(priceLine), ...(companions ?? []), ...(fees ?? [])],
    total: quote && toWire(quote.total),
    ready: visit && formatDay(readyDate(visit, longest, laboratory.closures), shop.locale),
  }
}

type Asked = { profileId: number } | { analysisIds: number[] }

const ID = /^[1-9]\d{0,9}$/
/** No page links to more at once. */
const IDS_AT_MOST = 20

function readPath({ addableType, addableId }: AddablePath): Asked | null {
  const ids = addableId.split(ID_SEPARATOR)
  if (ids.length > IDS_AT_MOST || !ids.every((id) => ID.test(id))) return null
  if (addableType === 'profile') return ids.length === 1 ? { profileId: Number(addableId) } : null
  return addableType === 'analysis' ? { analysisIds: [...new Set(ids.map(Number))] } : null
}

interface Named {
  profileId: number | null
  name: string
  analyses: readonly Analysis[]
}

/** Several are named by their number: what led to them, such as a complaint, is not passed on. */
function nameOf({ locale, env }: Shop, first: Analysis, count: number): string {
  return count === 1 ? first.name : pageTexts(locale, env.partner).texts.t('shell.tests', { count })
}

async function namedAt(shop: Shop, laboratoryId: number, asked: Asked): Promise<Named | null> {
  if ('profileId' in asked) {
    const profile = (await readProfiles(shop, laboratoryId)).get(asked.profileId)
    return profile ? { profileId: profile.id, name: profile.name, analyses: profile.analyses } : null
  }
  const { analysesById } = await readCatalogue(shop, laboratoryId)
  const analyses = asked.analysisIds.flatMap((id) => analysesById.get(id) ?? [])
  if (analyses.length < asked.analysisIds.length) return null
  return { profileId: null, name: nameOf(shop, analyses[0]!, analyses.length), analyses }
}

function priceLine({ id, name, prices }: Analysis): AddableView['lines'] {
  const [first] = prices
  return first
    ? [{ key: String(id), name, price: { price: first.price, currency: first.currency }, isFee: false }]
    : []
}

const NOT_SOLD = { lines: [], total: null, ready: null }

/**
 * What this laboratory does not offer is shown but cannot be added. Of several analyses only the number is shown, so
 * the main API is asked for the first alone.
 */
async function anywhere(shop: Shop, asked: Asked): Promise<AddableView | null> {
  try {
    if ('profileId' in asked) {
      const { id, name, analyses } = await readProfile(shop, asked.profileId)
      return { profileId: id, name, analysisIds: analyses.map((each) => each.id), ...NOT_SOLD }
    }
    const { analysisIds } = asked
    const first = await readAnalysis(shop, analysisIds[0]!)
    return { profileId: null, name: nameOf(shop, first, analysisIds.length), analysisIds, ...NOT_SOLD }
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return null
    throw error
  }
}
