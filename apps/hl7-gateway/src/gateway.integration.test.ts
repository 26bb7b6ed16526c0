import { connect } from 'node:net'
import { Hl7Message } from '@medplum/core'
import { Hl7Client, ReturnAckCategory } from '@medplum/hl7'
import { PATIENTLY } from '@shop/database/testing/patience'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { keyFile, newPair, runCommand } from '@shop/laboratory-api/clients/testing/client-keys'
import { createLaboratory, paidOrder } from '@shop/laboratory-api/fhir/testing/laboratory'
import { laboratoryOfFile } from '@shop/laboratory-api/fhir/testing/laboratory-of-file'
import { analysisId, type Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import { refundPayment } from '@shop/laboratory-api/payments/refund-payment'
import { paymentTransactions } from '@shop/laboratory-api/payments/tables'
import { withoutIds } from '@shop/laboratory-api/testing/without-ids'
import type { Instrument } from '@shop/sandbox/analyser/hl7/instrument'
import { startTestSandbox, type TestSandbox } from '@shop/sandbox/testing/start-test-sandbox'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SCOPES } from './fhir/fhir-client.ts'
import { type Gateway, openGateway } from './open-gateway.ts'
import { type Line, openLine } from './testing/open-line.ts'

const house = laboratoryOfFile()
const log: string[] = []
/** A person or a test: not for logs. */
const NAMED = /Kowalska|Anna|\b718-7\b|57021-8|\b1001\b|haemoglobin/i
/** A place in a file of ours, of a library or of Node: its folder and line are not what the gateway was told. */
const PLACE = /(?:file:|node:|\/)[^\s"()]*:\d+:\d+/g
const logged = () => withoutIds(log.join('\n').replaceAll(PLACE, 'place'))
let customer: Customer
let sandbox: TestSandbox
let instrument: Instrument
let gateway: Gateway
let toLaboratory: Line
let toGateway: Line
let isApiAway = false
/** Reports are stored, but the gateway does not learn of it. */
let isApiAnswerLost = false

const fetchApi = async (url: string, init?: RequestInit) => {
  if (isApiAway) throw new TypeError('fetch failed')
  const answer = await house.shop.api.app.request(url, init)
  if (isApiAnswerLost && url.endsWith('/fhir/R4')) throw new TypeError('fetch failed')
  return answer
}

async function gatewaySettings() {
  const pair = newPair()
  const key = await keyFile(pair.publicKey.export({ type: 'spki', format: 'pem' }) as string)
  const options = ['--laboratories', 'all', '--key', key, '--scopes', SCOPES]
  const [code] = await runCommand(house.database, 'create', 'gateway', 'HL7', ...options)
  expect(code).toBe(0)
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  return {
    apiRoot: 'http://api.test',
    client: { id: 'gateway', privateKey },
    names: {
      application: 'SHOP',
      facility: 'NETWORK',
      laboratoryApplication: 'LIS',
      laboratoryFacility: 'LABORATORY',
      processingId: 'P',
      zone: 'Europe/Minsk',
    },
    charset: 'UNICODE UTF-8' as const,
    tls: null,
    listen: { host: '127.0.0.1', port: 0 },
    laboratory: { host: '127.0.0.1', port: toLaboratory.port },
    folder: temporaryFolder('gateway'),
    intervalMs: 20,
    timeoutMs: 20_000,
    // The test's clock does not move.
    pauses: { first: 0, longest: 0 },
  }
}
let settings: Awaited<ReturnType<typeof gatewaySettings>>
const open = () =>
  openGateway(settings, {
    // Without the process and the machine, whose id and name are not what the gateway was told either.
    logger: pino({ level: 'debug', base: null }, { write: (line: string) => log.push(line) }),
    fetch: fetchApi,
    now: () => house.shop.clock.now,
  })

beforeAll(async () => {
  customer = await house.shop.customer()
  sandbox = await startTestSandbox({ now: () => house.shop.clock.now })
  toGateway = await openLine(() => gateway.port)
  instrument = await sandbox.startInstrument({ port: 0, gatewayPort: toGateway.port })
  toLaboratory = await openLine(() => instrument.port)
  settings = await gatewaySettings()
  gateway = await open()
})
afterAll(async () => {
  await gateway?.close()
  await sandbox?.close()
  toGateway?.server.close()
  toLaboratory?.server.close()
})
beforeEach(() => {
  toLaboratory.said.length = 0
  toGateway.said.length = 0
  // A test that failed may have left a fault.
  toLaboratory.lose = 0
  toGateway.lose = 0
  isApiAway = false
  isApiAnswerLost = false
})
afterEach(() => {
  expect(logged()).not.toMatch(NAMED)
})

const stateOf = async (orderId: string) => (await customer.client.order(orderId)).state

/** An order of the shop that the laboratory has accepted over HL7. */
async function orderedOverHl7(codes = ['1001']) {
  const order = await paidOrder(house.shop, createLaboratory(house.shop), customer, {
    patients: [
      {
        patientId: customer.patientId,
        analysisIds: codes.map((code) => analysisId(house.shop.api, code)),
        optionalMaterials: {},
        pregnant: false,
      },
    ],
  })
  await vi.waitFor(() => {
    expect(toLaboratory.said.join('')).toContain(`${order.number}-1^SHOP`)
    expect(gateway.waiting()).toBe(0)
  }, PATIENTLY)
  return { ...order, placer: `${order.number}-1` }
}

/** Refunds it, and waits until the laboratory has acknowledged the cancellation. */
async function refund({ id, placer }: { id: string; placer: string }) {
  const [payment] = await house.database.queries
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.orderId, id))
  await refundPayment(house.shop.api.context, { payment: payment! })
  await vi.waitFor(() => {
    expect(toLaboratory.said.join('')).toContain(`ORC|CA|${placer}^SHOP`)
    expect(gateway.waiting()).toBe(0)
  }, PATIENTLY)
}

async function runInstrument(orderNumber: string) {
  const answer = await fetch(`${sandbox.url}/analyser/runs`, {
    method: 'POST',
    body: JSON.stringify({ orderNumber }),
  })
  return answer.json()
}

let controlIds = 0
/** A report as a laboratory's system writes it; `lines` follow the patient. */
function oru(
  lines: string[],
  { controlId = `T${controlIds++}`, charset = 'UNICODE UTF-8', type = 'ORU^R01' } = {},
) {
  return Hl7Message.parse(
    [
      `MSH|^~\\&|LIS|LABORATORY|SHOP|NETWORK|20400306120000+0300||${type}|${controlId}|P|2.5.1||||||${charset}`,
      `PID|1||${customer.patientId}^^^SHOP^PI`,
      ...lines,
    ].join('\r'),
  )
}
/** A blood count, issued at this minute. */
const obr = (placer: string, status = 'F', minute = '30') =>
  `OBR|1|${placer}^SHOP|F${placer}^LIS|1001^CBC^99SHOP|||20400305080500+0300|||||||||||||||204003050900${minute}+0300||LAB|${status}`
const obx = (set: number, loinc: string, value: string, { unit = 'g/L', status = 'F', type = 'NM' } = {}) =>
  `OBX|${set}|${type}|${loinc}^x^LN||${value}|${unit}^^UCUM||||${''}|${status}|||20400305080500+0300`

async function send(message: Hl7Message, encoding?: string) {
  const client = new Hl7Client({ host: '127.0.0.1', port: gateway.port, ...(encoding ? { encoding } : {}) })
  try {
    const answer = await client.sendAndWait(message, {
      timeoutMs: 30_000,
      returnAck: ReturnAckCategory.FIRST,
    })
    return {
      code: answer.getSegment('MSA')!.getComponent(1, 1),
      refersTo: answer.getSegment('MSA')!.getComponent(2, 1),
      errors: answer
        .getAllSegments('ERR')
        .map((error) => [error.getField(2).toString(), error.getComponent(3, 1)].join(' ')),
    }
  } finally {
    await client.close()
  }
}

const AA = expect.objectContaining({ code: 'AA', errors: [] })

/** A blood count as the patient reads it: its status and its values by name. */
async function readResult(orderId: string) {
  const { items } = await customer.client.testResults({ limit: 100 })
  const { id } = items.find((item) => item.orderId === orderId)!
  const { analyses } = await customer.client.patientResults(id, customer.patientId)
  const result = await customer.client.analysisResult(id, customer.patientId, analyses[0]!.id)
  const numbers = result.observations.map(({ name, value }) => [
    name,
    value?.kind === 'numeric' ? value.value : null,
  ])
  return { status: result.status, values: Object.fromEntries(numbers) }
}

test('an order is sent as OML^O21, its report arrives as ORU^R01, and the patient can read it', async () => {
  const order = await orderedOverHl7()
  const said = toLaboratory.said.join('')
  expect(said).toMatch(/OML\^O21\^OML_O21\|[0-9A-F]{20}\|P\|2\.5\.1\|{6}UNICODE UTF-8/)
  expect(said).toContain(`PID|1||${customer.patientId}^^^SHOP^PI||Kowalska^Anna||19900412|F`)
  expect(said).toContain(`ORC|NW|${order.placer}^SHOP||${order.number}^SHOP`)
  expect(said).toMatch(/OBR\|1\|[\d-]+\^SHOP\|\|1001\^[^|]+\^99SHOP\^57021-8\^\^LN/)

  expect(await runInstrument(order.number)).toEqual({ reported: 1, refused: [] })
  expect(await stateOf(order.id)).toBe('completed')
  const { values } = await readResult(order.id)
  expect(Object.keys(values)).toHaveLength(23)
})

test('if an acknowledgement is lost, the order is sent again under its control id and processed once', async () => {
  toLaboratory.lose = 2
  const order = await orderedOverHl7()
  const ids = toLaboratory.said.join('').matchAll(/OML\^O21\^OML_O21\|([0-9A-F]{20})/g)
  const sent = [...ids].map(([, id]) => id)
  expect(sent).toHaveLength(3)
  expect(new Set(sent).size).toBe(1)
  expect(await runInstrument(order.number)).toEqual({ reported: 1, refused: [] })
})

test('a report whose acknowledgement is lost is stored once when it is sent again', async () => {
  const order = await orderedOverHl7()
  toGateway.lose = 1
  expect((await runInstrument(order.number)).refused).toHaveLength(1)
  expect(await stateOf(order.id)).toBe('completed')
  expect(await runInstrument(order.number)).toEqual({ reported: 1, refused: [] })
  expect((await readResult(order.id)).status).toBe('final')
})

test('a message sent twice, even concurrently or after a restart, gets the same answer and is stored once', async () => {
  const { id, placer } = await orderedOverHl7()
  const message = oru([obr(placer), obx(1, '718-7', '131')])
  const answers = await Promise.all([send(message), send(message)])
  expect(answers).toEqual([AA, AA])
  await gateway.close()
  gateway = await open()
  expect(await send(message)).toEqual(AA)
  expect(await readResult(id)).toEqual({ status: 'final', values: { Haemoglobin: 131 } })
})

test('a correction replaces the values that it repeats; values not repeated stay valid, deleted ones do not', async () => {
  const { id, placer } = await orderedOverHl7()
  const values = [obx(1, '718-7', '131'), obx(2, '789-8', '4.5', { unit: '10*12/L' })]
  expect(await send(oru([obr(placer), ...values]))).toEqual(AA)
  const corrected = [obr(placer, 'C', '31'), obx(1, '718-7', '113', { status: 'C' }), 'NTE|1|L|Repeated.']
  expect(await send(oru(corrected))).toEqual(AA)
  expect(await readResult(id)).toEqual({
    status: 'corrected',
    values: { Haemoglobin: 113, 'Red blood cells': 4.5 },
  })
  const deleted = obx(1, '789-8', '', { unit: '10*12/L', status: 'D' })
  expect(await send(oru([obr(placer, 'C', '32'), deleted]))).toEqual(AA)
  expect((await readResult(id)).values).toEqual({ Haemoglobin: 113 })
})

test('a message with errors is refused with their places and reasons, and nothing of it is stored', async () => {
  const { id, placer } = await orderedOverHl7()
  const wrong = [obx(1, '718-7', 'high'), obx(2, '789-8', '4.5', { unit: '10*12/L', status: 'Q' })]
  expect(await send(oru([obr(placer), ...wrong]))).toMatchObject({
    code: 'AE',
    errors: ['OBX^1^5 102', 'OBX^2^11 103'],
  })
  const unknown = obr('99999999-1')
  expect(await send(oru([unknown, obx(1, '718-7', '131')]))).toMatchObject({
    code: 'AE',
    errors: expect.arrayContaining(['OBR^1 204']),
  })
  const unit = obx(1, '718-7', '13.1', { unit: 'g/dL' })
  expect(await send(oru([obr(placer), unit]))).toMatchObject({ code: 'AE', errors: ['OBX^1 102'] })
  expect(await stateOf(id)).toBe('paid')
  expect(await send(oru([obr(placer)], { type: 'ADT^A01' }))).toMatchObject({
    code: 'AR',
    errors: ['MSH^1^9 200'],
  })
})

test('that the laboratory expects a specimen is accepted, and is no report: the order stays as it was', async () => {
  const { id, placer } = await orderedOverHl7()
  for (const [status, state] of Object.entries({ O: 'paid', S: 'paid', I: 'inProgress' })) {
    expect(await send(oru([obr(placer, status)]))).toEqual(AA)
    expect(await stateOf(id)).toBe(state)
  }
})

test('bytes are decoded with the character set that the message names', async () => {
  const { placer } = await orderedOverHl7()
  const note = ['NTE|1|L|Повторено']
  const lines = [obr(placer), obx(1, '718-7', '131'), ...note]
  expect(await send(oru(lines, { charset: '8859/5' }), 'iso88595')).toEqual(AA)
  const requests = await house.laboratory.requests(placer.split('-')[0]!)
  expect(requests).toHaveLength(1)
  // The same bytes are not valid UTF-8.
  expect(await send(oru(lines, { charset: 'UNICODE UTF-8' }), 'iso88595')).toMatchObject({
    code: 'AE',
    errors: ['MSH^1^18 102'],
  })
  expect(await send(oru(lines, { charset: 'BIG-5' }))).toMatchObject({ errors: ['MSH^1^18 102'] })
})

test('while the main API is unavailable a report is answered with "send again", and accepted later', async () => {
  const { id, placer } = await orderedOverHl7()
  const message = oru([obr(placer), obx(1, '718-7', '131')])
  isApiAway = true
  expect(await send(message)).toMatchObject({ code: 'AR', errors: ['MSH^1 207'] })
  isApiAway = false
  expect(await send(message)).toEqual(AA)
  expect(await stateOf(id)).toBe('completed')
})

test('data that is not HL7 ends its connection but not others', async () => {
  const garbage = connect(gateway.port, '127.0.0.1')
  garbage.on('error', () => {})
  const closed = new Promise((resolve) => garbage.once('close', resolve))
  garbage.write(Buffer.from('\x0bGET / HTTP/1.1\x1c\r', 'latin1'))
  await closed
  const { placer } = await orderedOverHl7()
  expect(await send(oru([obr(placer), obx(1, '718-7', '131')]))).toEqual(AA)
})

test('what the laboratory cancelled itself is not cancelled there, and a repeated sample can be reported', async () => {
  const { id, number, placer } = await orderedOverHl7()
  const expectNoCancellation = async () => {
    const [request] = await house.laboratory.requests(number)
    expect(request.status).toBe('revoked')
    await refund(await orderedOverHl7())
    expect(toLaboratory.said.join('')).not.toContain(`ORC|CA|${placer}`)
  }
  const cancelled = oru([obr(placer, 'X')])
  isApiAnswerLost = true
  expect(await send(cancelled)).toMatchObject({ code: 'AR' })
  isApiAnswerLost = false
  await expectNoCancellation()
  expect(await send(cancelled)).toEqual(AA)
  expect(await send(oru([obr(placer, 'X', '29')]))).toMatchObject({ code: 'AE' })
  await expectNoCancellation()
  expect(await send(oru([obr(placer, 'F', '31'), obx(1, '718-7', '131')]))).toEqual(AA)
  expect((await readResult(id)).values).toEqual({ Haemoglobin: 131 })
})

test('a refunded order is cancelled at the laboratory, and the logs name no person and no test', async () => {
  const before = log.length
  toLaboratory.lose = 2
  const { placer } = await orderedOverHl7()
  const message = oru([obr(placer), obx(1, '718-7', '131')])
  isApiAway = true
  expect(await send(message)).toMatchObject({ code: 'AR' })
  isApiAway = false
  const wrong = [
    obx(1, '718-7', 'high'),
    obx(1, '718-7', '131', { status: 'Q' }),
    obx(1, '718-7', '131', { unit: 'g/dL' }),
  ]
  for (const line of wrong) expect(await send(oru([obr(placer), line]))).toMatchObject({ code: 'AE' })
  expect(await send(message)).toEqual(AA)
  await refund(await orderedOverHl7())
  expect(log.length - before).toBeGreaterThan(10)
  expect(logged()).not.toMatch(NAMED)
})
