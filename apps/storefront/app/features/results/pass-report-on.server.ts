import type { Shop } from '../../shop-context.server.ts'
import { requireResult } from './require-result.server.ts'

const PASSED_ON = ['Content-Type', 'Content-Disposition', 'Content-Length']

/** A patient's results as PDF, as the main API makes it. */
export async function passReportOn(
  shop: Shop,
  { testResultId, patientId }: { testResultId?: string | undefined; patientId?: string | undefined },
): Promise<Response> {
  const file = await requireResult([testResultId, patientId], () =>
    shop.api.patientReport(testResultId!, patientId!),
  )
  const headers = new Headers({ 'Cache-Control': 'private, no-store' })
  for (const name of PASSED_ON) {
    const value = file.headers.get(name)
    if (value) headers.set(name, value)
  }
  return new Response(file.body, { headers })
}
