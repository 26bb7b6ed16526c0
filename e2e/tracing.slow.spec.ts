import { createServer } from 'node:http'
import { test as base, expect } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { type ShopProcess, startProcess } from './shop-process.ts'
import { addPatient, confirmEmail, newCustomer, placeOrder } from './stage.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  service: string
}

interface Stage {
  shop: ShopProcess
  sandbox: string
  spans: Span[]
  /** The requests' bodies, as received. */
  received: string[]
  logged: Record<string, unknown>[]
}

interface Exported {
  resourceSpans: {
    resource: { attributes: Span['attributes'] }
    scopeSpans: { spans: Omit<Span, 'service'>[] }[]
  }[]
}

/** Receives spans by OTLP over HTTP, with the key from the settings. */
async function startReceiver() {
  const spans: Span[] = []
  const received: string[] = []
  const port = await freePort()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const isOtlp =
      request.url === '/v1/traces' &&
      request.headers['content-type'] === 'application/json' &&
      request.headers['x-key'] === 'a key, with a comma'
    if (!isOtlp) return void response.writeHead(400).end()
    const text = Buffer.concat(parts).toString()
    received.push(text)
    for (const { resource, scopeSpans } of (JSON.parse(text) as Exported).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
      spans.push(...scopeSpans.flatMap((scope) => scope.spans).map((span) => ({ ...span, service })))
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, spans, received, close: () => server.close() }
}

/** Storefront and main API as separate programs, both with a receiver of traces. */
const test = base.extend<{ stage: Stage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  stage: async ({}, use) => {
    const postgres = await startPostgres()
    await postgres.createDatabase('shop')
    const receiver = await startReceiver()
    const logged: Record<string, unknown>[] = []
    const keep = (line: string) => {
      if (line.startsWith('{')) logged.push(JSON.parse(line))
    }
    const [port, apiPort] = [await freePort(), await freePort()]
    const settings = {
      DATABASE_URL: postgres.url('shop'),
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key%2C%20with%20a%20comma',
      LOG_LEVEL: 'info',
    }
    const publicUrl = `http://127.0.0.1:${port}`
    const api = await startProcess(
      'laboratory-api',
      { ...settings, PORT: String(apiPort), PUBLIC_URL: publicUrl },
      keep,
    )
    const shop = await startProcess(
      'shop',
      { ...settings, PORT: String(port), API_ROOT: `${api.url}/laboratory-api` },
      keep,
    )
    await use({
      shop,
      sandbox: `${api.url}/sandbox`,
      spans: receiver.spans,
      received: receiver.received,
      logged,
    })
    await shop.stop()
    await api.stop()
    receiver.close()
    await postgres.stop()
  },
})

const traceIdOf = (traceparent: string) => traceparent.split('-')[1]!
const newTraceparent = () =>
  `00-${crypto.randomUUID().replaceAll('-', '')}-${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}-01`

test('one trace leads from a page through the main API to its statements, another from an order to its payment page and its mail job', async ({
  stage,
}) => {
  const shop = { url: stage.shop.url, sandbox: stage.sandbox }
  const customer = await newCustomer(shop, { firstName: 'Zdzislawa', lastName: 'Brzeczyszczykiewicz' })
  await confirmEmail(customer)
  const patientId = await addPatient(customer, { firstName: 'Wieslawa', lastName: 'Szczebrzeszynska' })

  const [page, ordering] = [newTraceparent(), newTraceparent()]
  const answer = await fetch(`${shop.url}/patients`, {
    headers: { traceparent: page, Cookie: `authToken=${encodeURIComponent(`Bearer ${customer.token}`)}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('X-Request-Id')).toBe(traceIdOf(page))
  const made = await placeOrder(customer, patientId, { headers: { traceparent: ordering } })

  const inTrace = (traceparent: string) =>
    stage.spans.filter(({ traceId }) => traceId === traceIdOf(traceparent))
  const jobs = () => inTrace(ordering).filter(({ name }) => name === 'job mail')
  await expect.poll(() => jobs().length, { timeout: PATIENCE_MS }).toBeGreaterThan(0)
  // Each program sends its spans separately, every few seconds.
  const services = () => new Set(inTrace(page).map(({ service }) => service)).size
  await expect.poll(services, { timeout: PATIENCE_MS }).toBe(2)
  await expect
    .poll(() => inTrace(ordering).some(({ name }) => name === 'POST /orders'), { timeout: PATIENCE_MS })
    .toBe(true)

  const ofPage = inTrace(page)
  const root = ofPage.find(({ parentSpanId }) => parentSpanId === page.split('-')[2])
  expect(root).toMatchObject({ service: 'storefront', name: 'GET patients' })
  const calls = ofPage.filter(({ name }) => name === 'call main-api')
  expect(calls.length).toBeGreaterThan(0)
  for (const { parentSpanId } of calls) expect(ofPage.map(({ spanId }) => spanId)).toContain(parentSpanId)
  const answered = ofPage.filter(({ service, name }) => service === 'laboratory-api' && /^GET \//.test(name))
  expect(answered.length).toBeGreaterThan(0)
  for (const { parentSpanId } of answered) expect(calls.map(({ spanId }) => spanId)).toContain(parentSpanId)
  const statements = ofPage.filter(({ name }) => /^SELECT laboratory\.\w+$/.test(name))
  expect(statements.length).toBeGreaterThan(0)
  expect(answered.map(({ spanId }) => spanId)).toContain(statements[0]?.parentSpanId)

  const ofOrder = inTrace(ordering).map(({ name }) => name)
  expect(ofOrder).toContain('POST /orders')
  expect(ofOrder).toContain('call bepaid')
  expect(ofOrder).toContain('INSERT laboratory.customer_order')
  // The payment provider is an outsider: it receives no trace, so none of its spans belongs to the call.
  const outside = inTrace(ordering).filter(({ name }) => name === 'call bepaid')
  const parents = stage.spans.map(({ parentSpanId }) => parentSpanId)
  expect(outside.filter(({ spanId }) => parents.includes(spanId))).toEqual([])

  const lines = stage.logged.filter(({ traceId }) => traceId === traceIdOf(page))
  expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['storefront', 'laboratory-api']))
  expect(lines.map(({ requestId }) => requestId)).toEqual(lines.map(() => traceIdOf(page)))

  const all = stage.received.join('\n')
  const secrets = [
    'Zdzislawa',
    'Brzeczy',
    'Wieslawa',
    'Szczeb',
    customer.email,
    customer.token,
    patientId,
    made.id,
    made.number,
  ]
  for (const secret of secrets) expect(all).not.toContain(secret)
  expect(all).not.toMatch(/ferritin|@mail|authToken|Bearer/i)
})
