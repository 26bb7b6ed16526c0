import { ApiProblem } from '@shop/contract/main-api-client'
import { todayIn } from '@shop/domain/age'
import { formatDayOf } from '@shop/texts/formats.server'
import { redirect } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { reportPath, testsOf } from './tests-of-report.server.ts'

export interface ResultPatientView {
  id: string
  path: string
  name: string
  /** "Ferritin, TSH +3". */
  tests: string
  analysisCount: number
  /** Final, corrected or cancelled: nothing more will follow. */
  readyCount: number
  preliminaryCount: number
  valueCount: number
  judgedCount: number
  outsideCount: number
  hasCritical: boolean
  isUnread: boolean
}

export interface TestResultView {
  id: string
  orderNumber: string
  /** "Monday 16 November", with its year unless that is the current one. */
  day: string
  /** The release before sends the year of an earlier one apart. */
  year?: string | null
  laboratory: string
  isComplete: boolean
  isUnread: boolean
  patients: ResultPatientView[]
}

export interface TestResultsView {
  results: TestResultView[]
  /** Query of the next page; null on the last. */
  older: string | null
  isFirstPage: boolean
  /** Choices of a patient; empty unless there are two or more. */
  patients: { id: string; name: string; isChosen: boolean }[]
  chosenName: string | null
}

const PAGE = 20

/**
 * A page of results, newest sample first; of one patient if the address names one. An address that names an order
 * leads to its results.
 */
export async function loadTestResults(shop: Shop, query: URLSearchParams): Promise<TestResultsView> {
  const orderId = query.get('orderId')
  if (orderId) throw redirect(await pathOfOrder(shop, orderId))
  const cursor = query.get('cursor') ?? undefined
  const patientId = query.get('patientId') ?? undefined
  const asked = { ...(cursor ? { cursor } : {}), ...(patientId ? { patientId } : {}) }
  const page = await shop.api.testResults({ limit: PAGE, ...asked }).catch((error: unknown) => {
    // The address has an invalid cursor or patient: redirects to the beginning of the full list.
    const isMadeUp = error instanceof ApiProblem && (error.status === 400 || error.status === 422)
    throw isMadeUp && Object.keys(asked).length > 0 ? redirect(pathOf('testResults')) : error
  })
  const thisYear = todayIn(shop.businessTimeZone, shop.now()).slice(0, 4)
  const patients = page.patients.map(({ id, firstName, lastName }) => ({
    id,
    name: `${firstName} ${lastName}`,
    isChosen: id === patientId,
  }))
  const { nextCursor } = page
  const next = new URLSearchParams({
    ...(patientId ? { patientId } : {}),
    ...(nextCursor ? { cursor: nextCursor } : {}),
  })
  return {
    results: page.items.map((item) => ({
      id: item.id,
      orderNumber: item.orderNumber,
      day: formatDayOf(item.sampledAt, shop, item.sampledAt.startsWith(thisYear) ? 'day' : 'fullDay'),
      laboratory: item.laboratoryName,
      isComplete: item.complete,
      isUnread: item.unread,
      patients: item.patients.map((patient) => patientView(item.id, patient)),
    })),
    older: nextCursor ? `?${next}` : null,
    isFirstPage: cursor === undefined,
    patients: patients.length > 1 ? patients : [],
    chosenName: patients.find(({ isChosen }) => isChosen)?.name ?? null,
  }
}

/** The results of an order, of its only patient if it has one; all results if there are none of it. */
async function pathOfOrder(shop: Shop, orderId: string): Promise<string> {
  const { items } = await shop.api.testResults({ limit: PAGE, orderId }).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 422) return { items: [] }
    throw error
  })
  // The main API of the release before answers with all results.
  const found = items.find((item) => item.orderId === orderId)
  if (!found) return pathOf('testResults')
  const [patient, another] = found.patients
  return patient && !another
    ? reportPath(found.id, patient)
    : pathOf('testResultPatientsList', { testResultId: found.id })
}

type WirePatient = Awaited<ReturnType<Shop['api']['testResult']>>['patients'][number]

export function patientView(testResultId: string, patient: WirePatient): ResultPatientView {
  const { id, firstName, lastName, unread, reportedCount, firstAnalyses: _, ...counts } = patient
  return {
    id,
    path: reportPath(testResultId, patient),
    tests: testsOf(patient),
    ...counts,
    readyCount: reportedCount - counts.preliminaryCount,
    name: `${firstName} ${lastName}`,
    isUnread: unread,
  }
}
