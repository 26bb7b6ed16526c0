import { Hono } from 'hono'
import { serve } from './serve.ts'

interface Line {
  id: string
  code: string
  patient?: string
}

interface Reference {
  reference: string
}

/** The elements that tests look at; FHIR defines which resource has which. */
export interface PostedResource {
  resourceType: string
  status: string
  issued: string
  identifier: { value: string }[]
  subject: Reference
  type: { text: string }
  specimen: Reference
  valueQuantity?: { value: number }
}

interface PostedBundle {
  type: string
  entry: { fullUrl: string; resource: PostedResource }[]
}

const PAGE_SIZE = 2
const TOKEN = 'laboratory-token'

const PATIENTS = {
  anna: { resourceType: 'Patient', id: 'anna', gender: 'female', birthDate: '1992-03-04' },
  viktor: { resourceType: 'Patient', id: 'viktor', gender: 'male', birthDate: '1965-10-31' },
}

/**
 * The laboratory's FHIR interface as the analyser sees it, over real HTTP: pages of two, with links to
 * another host.
 */
export async function startTestLaboratory() {
  const requests: ReturnType<typeof serviceRequest>[] = []
  const bundles: PostedBundle[] = []
  const refusals: string[] = []
  const app = new Hono()
  app.use('/api/fhir/R4/*', async (context, next) => {
    if (context.req.header('authorization') === `Bearer ${TOKEN}`) return next()
    return context.json({ resourceType: 'OperationOutcome', issue: [{ diagnostics: 'no token' }] }, 401)
  })
  app.get('/api/fhir/R4/ServiceRequest', (context) => {
    if (context.req.query('status') !== 'active') return context.json([], 400)
    const offset = Number(context.req.query('_offset') ?? 0)
    const url = new URL(context.req.url)
    url.host = 'laboratory.example'
    url.searchParams.set('_offset', `${offset + PAGE_SIZE}`)
    const order = context.req.query('requisition')
    const found = requests.filter(({ requisition }) => !order || requisition.value === order)
    const isLast = offset + PAGE_SIZE >= found.length
    const resources = [...found.slice(offset, offset + PAGE_SIZE), ...Object.values(PATIENTS)]
    return context.json({
      resourceType: 'Bundle',
      type: 'searchset',
      link: isLast ? [] : [{ relation: 'next', url: url.href }],
      entry: resources.map((resource) => ({ resource })),
    })
  })
  app.post('/api/fhir/R4', async (context) => {
    const diagnostics = refusals.shift()
    if (diagnostics)
      return context.json(
        {
          resourceType: 'OperationOutcome',
          issue: [{ expression: ['Bundle.entry[0].resource.code'], diagnostics }],
        },
        422,
      )
    bundles.push(await context.req.json())
    return context.json({ resourceType: 'Bundle', type: 'transaction-response' })
  })
  const server = await serve(app)
  return {
    root: `${server.url}/api`,
    token: TOKEN,
    fetch,
    bundles,
    /** Reasons for refusing the next bundles. */
    refusals,
    close: server.close,
    /** Makes only this order's analyses active. */
    activate(orderNumber: string, lines: Line[]) {
      requests.length = 0
      requests.push(...lines.map((line) => serviceRequest(orderNumber, line)))
    },
  }
}

function serviceRequest(orderNumber: string, { id, code, patient = 'anna' }: Line) {
  return {
    resourceType: 'ServiceRequest',
    id,
    status: 'active',
    intent: 'order',
    requisition: { system: 'urn:shop:order', value: orderNumber },
    code: { coding: [{ system: 'https://laboratory.example/fhir/R4/CodeSystem/analysis', code }] },
    subject: { reference: `Patient/${patient}` },
    occurrenceDateTime: '2026-11-21T07:30:00+03:00',
  }
}
