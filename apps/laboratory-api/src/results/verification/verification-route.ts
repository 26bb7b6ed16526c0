import { createRoute } from '@hono/zod-openapi'
import { verifiedReportSchema, verifyReportSchema } from '@shop/contract/results'
import { type Api, BODY_PROBLEMS, json, jsonBody, problems } from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { readerOf } from '../reader.ts'
import { verifyReport } from './verify-report.ts'

const verifyRoute = createRoute({
  method: 'post',
  path: '/report-verifications',
  operationId: 'verifyReport',
  tags: ['Results'],
  summary: 'Whether a printed report is still valid; its content, with a PIN from the patient',
  description:
    'For anyone who holds the paper. The code alone shows whether results have changed since; with the PIN of an open link, the results are shown. Five wrong PINs end the code: `remainingAttempts` beside `wrong_pin` is then 0.',
  request: jsonBody(verifyReportSchema),
  responses: {
    200: json(verifiedReportSchema, 'The report'),
    ...problems('not_found', 'wrong_pin', 'too_many_requests', ...BODY_PROBLEMS),
  },
})

export function registerVerificationRoute(api: Api, context: ApiContext): void {
  api.openapi(verifyRoute, async (c) => {
    const verified = await verifyReport(context, {
      ...c.req.valid('json'),
      clientAddress: c.var.clientAddress,
      reader: readerOf(context, c),
      requestId: c.var.requestId,
    })
    c.header('Cache-Control', 'private, no-store')
    return c.json(verified, 200)
  })
}
