import { createRoute, z } from '@hono/zod-openapi'
import { paperCodeSchema } from '@shop/contract/results'
import type { Context } from 'hono'
import { type Api, type ApiEnv, json, NO_CONTENT, problems, requireViewer, USER_SECURITY } from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { ofPatient, readerOf } from '../reader.ts'
import { printReport } from './print-report.ts'
import { endPaperCodes, listPaperCodes } from './printed-codes.ts'

const reportRoute = createRoute({
  method: 'get',
  path: '/test-results/{id}/patients/{patientId}/report.pdf',
  operationId: 'patientReport',
  tags: ['Results'],
  summary: "A patient's results of one order on the network's letterhead",
  description:
    'In the language of `Accept-Language`, with a code by which anyone who holds the paper can check it. There is no report before the first result.',
  security: USER_SECURITY,
  request: { params: ofPatient },
  responses: {
    200: { description: 'PDF', content: { 'application/pdf': { schema: z.string() } } },
    ...problems('unauthorized', 'second_factor_stale', 'not_found', 'too_many_requests', 'not_ready'),
  },
})

const codesPath = '/test-results/{id}/patients/{patientId}/paper-codes' as const

const codesRoute = createRoute({
  method: 'get',
  path: codesPath,
  operationId: 'paperCodes',
  tags: ['Results'],
  summary: 'When the reports whose codes are still valid were printed, newest first',
  security: USER_SECURITY,
  request: { params: ofPatient },
  responses: {
    200: json(z.array(paperCodeSchema), 'The codes themselves are only on paper'),
    ...problems('unauthorized', 'second_factor_stale', 'not_found'),
  },
})

const endCodesRoute = createRoute({
  method: 'delete',
  path: codesPath,
  operationId: 'endPaperCodes',
  tags: ['Results'],
  summary: 'Invalidate the codes of all printed reports, immediately',
  description: 'The next printed report has a new code.',
  security: USER_SECURITY,
  request: { params: ofPatient },
  responses: { 204: NO_CONTENT, ...problems('unauthorized', 'second_factor_stale', 'not_found') },
})

export function registerReportRoutes(api: Api, context: ApiContext): void {
  const own = (c: Context<ApiEnv>, { id, patientId }: z.infer<typeof ofPatient>) => ({
    viewer: requireViewer(c),
    of: { testResultId: id, patientId },
    requestId: c.var.requestId,
  })
  api.openapi(codesRoute, async (c) =>
    c.json(await listPaperCodes(context, own(c, c.req.valid('param'))), 200),
  )
  api.openapi(endCodesRoute, async (c) => {
    await endPaperCodes(context, own(c, c.req.valid('param')))
    return c.body(null, 204)
  })
  api.openapi(reportRoute, async (c) => {
    const { pdf, orderNumber } = await printReport(context, {
      ...own(c, c.req.valid('param')),
      reader: readerOf(context, c),
      signal: c.req.raw.signal,
    })
    c.header('Content-Type', 'application/pdf')
    c.header('Content-Disposition', `inline; filename="report-${orderNumber}.pdf"`)
    c.header('Cache-Control', 'private, no-store')
    return c.body(pdf, 200)
  })
}
