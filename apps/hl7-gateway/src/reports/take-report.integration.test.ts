import { Hl7Message } from '@medplum/core'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { keyFile, newPair, runCommand } from '@shop/laboratory-api/clients/testing/client-keys'
import { createLaboratory, paidOrder } from '@shop/laboratory-api/fhir/testing/laboratory'
import { laboratoryOfFile } from '@shop/laboratory-api/fhir/testing/laboratory-of-file'
import type { Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import { createStaff, everywhere } from '@shop/laboratory-api/staff/testing/staff-fixture'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFhirClient, SCOPES } from '../fhir/fhir-client.ts'
import { openStore, type Store } from '../store.ts'
import { createTaker } from './take-report.ts'

/** Of no order. */
const UNKNOWN = '99999999-1'
const house = laboratoryOfFile()
let customer: Customer
let privateKey: string
const stores: Store[] = []

beforeAll(async () => {
  customer = await house.shop.customer()
  const pair = newPair()
  const key = await keyFile(pair.publicKey.export({ type: 'spki', format: 'pem' }) as string)
  privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const options = ['--laboratories', 'all', '--key', key, '--scopes', SCOPES]
  expect((await runCommand(house.database, 'create', 'gateway', 'HL7', ...options))[0]).toBe(0)
})
afterAll(() => {
  for (const store of stores) store.close()
})

const askApi = async (url: string, init?: RequestInit): Promise<Response> =>
  house.shop.api.app.request(url, init)
/** The main API of a release that refuses to search for reports. */
const askEarlierApi: typeof askApi = (url, init) =>
  askApi(url.replace('_revinclude=DiagnosticReport%3Abased-on', '_unknown=1'), init)

const isReport = (url: string, init?: RequestInit) => init?.method === 'POST' && url.endsWith('/fhir/R4')

/** Reports without extensions: a gateway of the previous release sends none, and a main API of it reads none. */
const askWithoutExtensions: typeof askApi = (url, init) => {
  if (!isReport(url, init)) return askApi(url, init)
  const withoutExtensions = (name: string, value: unknown) => (name === 'extension' ? undefined : value)
  return askApi(url, { ...init, body: JSON.stringify(JSON.parse(String(init!.body)), withoutExtensions) })
}
const RELEASES = [
  ['this release', askApi],
  ['the previous release', askWithoutExtensions],
] as const

/** Answers messages like a gateway with an empty file. */
async function newTaker(fetch = askApi) {
  const now = () => house.shop.clock.now
  const apiRoot = 'http://api.test'
  const store = openStore(temporaryFolder('gateway'))
  stores.push(store)
  return createTaker({
    fhir: createFhirClient({ apiRoot, clientId: 'gateway', privateKey, fetch, now }),
    base: `${apiRoot}/fhir/R4`,
    store,
    names: {
      application: 'SHOP',
      facility: 'NETWORK',
      laboratoryApplication: 'LIS',
      laboratoryFacility: 'LABORATORY',
      processingId: 'P',
      zone: 'Europe/Minsk',
    },
    charset: 'UNICODE UTF-8',
    logger: pino({ level: 'silent' }),
    now,
  })
}

const requestOf = (placer: string, second: number, status = 'F') =>
  `OBR|1|${placer}^SHOP|F1^LIS|1001^CBC^99SHOP|||20400305080500+0300|||||||||||||||204003050900${second}+0300||LAB|${status}`

let controlIds = 0
/** A message about an order's blood count, issued at this second, and the code with which it is answered. */
async function send(
  answer: Awaited<ReturnType<typeof newTaker>>,
  {
    placer,
    second,
    status = 'F',
    patient = customer,
  }: { placer: string; second: number; status?: string; patient?: Customer },
  ...values: string[]
) {
  const message = Hl7Message.parse(
    [
      `MSH|^~\\&|LIS|LABORATORY|SHOP|NETWORK|20400306120000+0300||ORU^R01|T${controlIds++}|P|2.5.1||||||UNICODE UTF-8`,
      `PID|1||${patient.patientId}^^^SHOP^PI`,
      requestOf(placer, second, status),
      ...values,
    ].join('\r'),
  )
  return (await answer(message)).getSegment('MSA')!.getComponent(1, 1)
}
const haemoglobin = (value: number, status = 'F') => `OBX|1|NM|718-7^x^LN||${value}|g/L^^UCUM|||||${status}`
const redCells = (value: string, status = 'F') => `OBX|2|NM|789-8^x^LN||${value}|10*12/L^^UCUM|||||${status}`

async function analysisOf(orderId: string) {
  const { items } = await customer.client.testResults({ limit: 100 })
  const { id } = items.find((item) => item.orderId === orderId)!
  const { analyses } = await customer.client.patientResults(id, customer.patientId)
  return customer.client.analysisResult(id, customer.patientId, analyses[0]!.id)
}

async function valuesOf(orderId: string) {
  const { observations } = await analysisOf(orderId)
  return Object.fromEntries(
    observations.map(({ name, value }) => [name, value?.kind === 'numeric' ? value.value : null]),
  )
}

const ordered = async (patient = customer) => {
  const order = await paidOrder(house.shop, createLaboratory(house.shop), patient)
  return { ...order, placer: `${order.number}-1` }
}

/** The message that was refused last, as the desk shows it; the same one a second time counts as a repetition. */
async function openAtDesk() {
  const { client } = await createStaff(house.shop.api, everywhere('laboratory'))
  const open = await client.refusedReports({})
  const id = open
    .map((report) => report.id)
    .toSorted()
    .at(-1)!
  const { reports, version } = await client.refusedReport(id)
  return { client, id, reports, version }
}

/** Of the message that was refused last, assigns the reports with the wrong number to the right ordered test. */
async function acceptAtDesk(wrong: string, right: string) {
  const { client, id, reports, version } = await openAtDesk()
  const lays = reports.filter(({ named }) => named === wrong).map(({ entry }) => ({ entry, label: right }))
  return client.tryRefusedReport(id, { version, lays })
}

/** Calls the main API; first runs `before` when the next report is sent to it, which has been read by then. */
function beforeNextReport(before: () => Promise<unknown>): typeof askApi {
  let isNext = true
  return async (url, init) => {
    if (isNext && isReport(url, init)) {
      isNext = false
      await before()
    }
    return askApi(url, init)
  }
}

test.each(RELEASES)(
  'after a report was accepted at the desk, a message withdraws only the values that it deletes, in %s',
  async (_, ask) => {
    const { id, placer } = await ordered()
    const answer = await newTaker(ask)
    expect(await send(answer, { placer: UNKNOWN, second: 30 }, haemoglobin(131), redCells('4.5'))).toBe('AE')
    expect(await acceptAtDesk(UNKNOWN, placer)).toMatchObject({ state: 'taken' })
    expect(await valuesOf(id)).toEqual({ Haemoglobin: 131, 'Red blood cells': 4.5 })

    expect(await send(answer, { placer, second: 31, status: 'C' }, haemoglobin(113, 'C'))).toBe('AA')
    expect(await valuesOf(id)).toEqual({ Haemoglobin: 113, 'Red blood cells': 4.5 })
    expect(await send(answer, { placer, second: 32, status: 'C' }, redCells('', 'D'))).toBe('AA')
    expect(await valuesOf(id)).toEqual({ Haemoglobin: 113 })
  },
)

const WRONG_NUMBERS = [
  ['an unknown number', async () => UNKNOWN],
  ['no number', async () => ''],
  [
    'the number of a test that is reported for another patient',
    async (answer: Awaited<ReturnType<typeof newTaker>>) => {
      const patient = await house.shop.customer()
      const { placer } = await ordered(patient)
      expect(await send(answer, { placer, second: 20, patient }, haemoglobin(150), redCells('5'))).toBe('AA')
      return placer
    },
  ],
] as const

test.each(
  WRONG_NUMBERS.flatMap(([number, wrongFor]) =>
    RELEASES.map(([release, ask]) => [number, release, wrongFor, ask] as const),
  ),
)(
  'a report in parts that has come under %s withdraws nothing when it is accepted at the desk, in %s',
  async (_, __, wrongFor, ask) => {
    const { id, placer } = await ordered()
    const answer = await newTaker(ask)
    expect(await send(answer, { placer, second: 30 }, haemoglobin(131), redCells('4.5'))).toBe('AA')
    const wrong = await wrongFor(answer)
    expect(await send(answer, { placer: wrong, second: 31 }, haemoglobin(113))).toBe('AE')
    expect(await acceptAtDesk(wrong, placer)).toMatchObject({ state: 'taken' })
    expect(await valuesOf(id)).toEqual({ Haemoglobin: 113, 'Red blood cells': 4.5 })
  },
)

test.each(WRONG_NUMBERS)(
  'what a report deletes that has come under %s is shown at the desk, and withdrawn when it is accepted there',
  async (_, wrongFor) => {
    const { id, placer } = await ordered()
    const answer = await newTaker()
    expect(await send(answer, { placer, second: 30 }, haemoglobin(131), redCells('4.5'))).toBe('AA')
    const wrong = await wrongFor(answer)
    expect(await send(answer, { placer: wrong, second: 31 }, haemoglobin(113), redCells('', 'D'))).toBe('AE')
    expect((await openAtDesk()).reports).toMatchObject([{ deletes: ['(789-8)'] }])
    expect(await acceptAtDesk(wrong, placer)).toMatchObject({ state: 'taken' })
    expect(await valuesOf(id)).toEqual({ Haemoglobin: 113 })
  },
)

test('a deletion that does not say which of several values it means is refused, one of an unknown code changes nothing', async () => {
  const { id, placer } = await ordered()
  const answer = await newTaker()
  const deletion = (code: string) => `OBX|1|NM|${code}||||||||D`
  expect(await send(answer, { placer, second: 30 }, haemoglobin(131), redCells('4.5'))).toBe('AA')
  expect(await send(answer, { placer, second: 31 }, deletion('1001^x^99SHOP'))).toBe('AE')
  expect(await send(answer, { placer, second: 32 }, deletion('2345-7^x^LN'))).toBe('AA')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 131, 'Red blood cells': 4.5 })
})

test('what a message reports nothing about, neither a value nor a deletion, stays as it is', async () => {
  const { id, placer } = await ordered()
  const answer = await newTaker()
  expect(await send(answer, { placer, second: 30 }, haemoglobin(131), redCells('4.5'))).toBe('AA')
  expect(await send(answer, { placer, second: 31 }, haemoglobin(113), redCells('', 'N'))).toBe('AA')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 113, 'Red blood cells': 4.5 })
})

test('what a message deletes is withdrawn, although another of its reports must be assigned at the desk', async () => {
  const [one, other] = [await ordered(), await ordered()]
  const answer = await newTaker()
  expect(await send(answer, { placer: one.placer, second: 30 }, haemoglobin(131), redCells('4.5'))).toBe('AA')
  expect(
    await send(
      answer,
      { placer: one.placer, second: 31, status: 'C' },
      redCells('', 'D'),
      requestOf(UNKNOWN, 31),
      haemoglobin(120),
    ),
  ).toBe('AE')
  expect(await acceptAtDesk(UNKNOWN, other.placer)).toMatchObject({ state: 'taken' })
  expect(await valuesOf(one.id)).toEqual({ Haemoglobin: 131 })
  expect(await valuesOf(other.id)).toEqual({ Haemoglobin: 120 })
})

test('a gateway that has lost its file withdraws no value that a message does not mention', async () => {
  const { id, placer } = await ordered()
  expect(await send(await newTaker(), { placer, second: 30 }, haemoglobin(131), redCells('4.5'))).toBe('AA')
  const correction = [{ placer, second: 31, status: 'C' }, haemoglobin(113, 'C')] as const
  expect(await send(await newTaker(), ...correction)).toBe('AA')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 113, 'Red blood cells': 4.5 })
})

test('a message that a gateway of the previous release has reported is the same report when it comes again', async () => {
  const { id, placer } = await ordered()
  const message = [{ placer, second: 30 }, haemoglobin(131)] as const
  expect(await send(await newTaker(askWithoutExtensions), ...message)).toBe('AA')
  expect(await send(await newTaker(), ...message)).toBe('AA')
  expect((await analysisOf(id)).status).toBe('final')
})

test('a message that comes again is the same report, although others were taken meanwhile', async () => {
  const { id, placer } = await ordered()
  const message = [{ placer, second: 30 }, haemoglobin(131)] as const
  expect(await send(await newTaker(), ...message)).toBe('AA')
  expect(await send(await newTaker(), { placer, second: 31, status: 'C' }, redCells('4'))).toBe('AA')
  expect(await send(await newTaker(), ...message)).toBe('AA')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 131, 'Red blood cells': 4 })
})

test.each([30, 31])(
  'a message may have one test in two parts: the second, of second %i, withdraws no values of the first',
  async (second) => {
    const { id, placer } = await ordered()
    const parts = [haemoglobin(131), requestOf(placer, second), redCells('4.5')]
    expect(await send(await newTaker(), { placer, second: 30 }, ...parts)).toBe('AA')
    expect(await valuesOf(id)).toEqual({ Haemoglobin: 131, 'Red blood cells': 4.5 })
  },
)

test.each([haemoglobin(113), haemoglobin(0, 'D')])(
  'a message with two parts of the same time about one value is refused: %s',
  async (value) => {
    const { id, placer } = await ordered()
    const parts = [haemoglobin(131), requestOf(placer, 30), value]
    expect(await send(await newTaker(), { placer, second: 30 }, ...parts)).toBe('AE')
    expect((await customer.client.order(id)).state).toBe('paid')
  },
)

test('of two messages about one test on two connections at once, neither withdraws the values of the other', async () => {
  const { id, placer } = await ordered()
  const answer = await newTaker()
  const both = [haemoglobin(131), redCells('4.5')].map((value) => send(answer, { placer, second: 30 }, value))
  expect(await Promise.all(both)).toEqual(['AA', 'AA'])
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 131, 'Red blood cells': 4.5 })
})

test('a message withdraws no value that the desk accepts after the stored values were read for it', async () => {
  const { id, placer } = await ordered()
  expect(await send(await newTaker(), { placer: UNKNOWN, second: 30 }, haemoglobin(131))).toBe('AE')
  const answer = await newTaker(beforeNextReport(() => acceptAtDesk(UNKNOWN, placer)))
  expect(await send(answer, { placer, second: 31 }, redCells('4.5'))).toBe('AA')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 131, 'Red blood cells': 4.5 })
})

test('a message is accepted although the desk has replaced a value after it was read for it', async () => {
  const { id, placer } = await ordered()
  expect(await send(await newTaker(), { placer, second: 29 }, haemoglobin(131), redCells('4'))).toBe('AA')
  expect(await send(await newTaker(), { placer: UNKNOWN, second: 30 }, haemoglobin(113))).toBe('AE')
  const answer = await newTaker(beforeNextReport(() => acceptAtDesk(UNKNOWN, placer)))
  expect(await send(answer, { placer, second: 31 }, redCells('4.5'))).toBe('AA')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 113, 'Red blood cells': 4.5 })
})

test('two gateways that take messages about one test at once withdraw no values of each other', async () => {
  const { id, placer } = await ordered()
  const second = await newTaker()
  const first = await newTaker(
    beforeNextReport(() => send(second, { placer, second: 30 }, haemoglobin(131), redCells('4'))),
  )
  expect(await send(first, { placer, second: 30 }, redCells('4.5'))).toBe('AA')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 131, 'Red blood cells': 4.5 })
})

test('the desk and a gateway that report on one test at once withdraw no values of each other', async () => {
  const { id, placer } = await ordered()
  const answer = await newTaker()
  expect(await send(answer, { placer: UNKNOWN, second: 30 }, haemoglobin(132))).toBe('AE')
  const both = await Promise.all([
    send(answer, { placer, second: 30 }, redCells('4.5')),
    acceptAtDesk(UNKNOWN, placer),
  ])
  expect(both).toMatchObject(['AA', { state: 'taken' }])
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 132, 'Red blood cells': 4.5 })
})

test('a message is to be sent again if a stored value is replaced while it is read', async () => {
  const { id, placer } = await ordered()
  expect(await send(await newTaker(), { placer, second: 30 }, haemoglobin(131), redCells('4.5'))).toBe('AA')
  let isReplaced = true
  const answer = await newTaker(async (url, init) => {
    const isValue = url.includes('/Observation/')
    if (!isValue || !isReplaced) return askApi(url, init)
    isReplaced = false
    return askApi(`${url.slice(0, url.lastIndexOf('/'))}/${crypto.randomUUID()}`, init)
  })
  const message = [{ placer, second: 31 }, haemoglobin(113)] as const
  expect(await send(answer, ...message)).toBe('AR')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 131, 'Red blood cells': 4.5 })
  expect(await send(answer, ...message)).toBe('AA')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 113, 'Red blood cells': 4.5 })
})

test('reports are taken while the main API is still that of an earlier release', async () => {
  const { id, placer } = await ordered()
  const asked: string[] = []
  const taker = await newTaker((url, init) => {
    asked.push(url)
    return askEarlierApi(url, init)
  })
  expect(await send(taker, { placer, second: 30 }, haemoglobin(131))).toBe('AA')
  expect(asked.filter((url) => url.includes('_revinclude=DiagnosticReport%3Abased-on'))).toHaveLength(1)
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 131 })
})
