import { formatDayOf } from '@shop/texts/formats.server'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { patientView, type ResultPatientView } from './load-test-results.server.ts'

export interface ResultPatientsView {
  id: string
  orderId: string
  orderNumber: string
  day: string
  laboratory: string
  isComplete: boolean
  patients: ResultPatientView[]
}

/** One result with its patients. */
export async function loadResultPatients(
  shop: Shop,
  testResultId: string | undefined,
): Promise<ResultPatientsView> {
  const result = await shop.api.testResult(testResultId!)
  const { id, orderId, orderNumber, sampledAt, laboratoryName, complete, patients } = result
  return {
    id,
    orderId,
    orderNumber,
    day: formatDayOf(sampledAt, shop, 'fullDay'),
    laboratory: laboratoryName,
    isComplete: complete,
    patients: patients.map((patient) => patientView(id, patient)),
  }
}
