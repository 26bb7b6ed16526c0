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

let controlIds = 0
/** A message about an order's blood count, issued at this minute, and the code with which it is answered. */
async function send(
  answer: Awaited<ReturnType<typeof newTaker>>,
  { placer, minute, status = 'F' }: { placer: string; minute: number; status?: string },
  ...values: string[]
) {
  const message = Hl7Message.parse(
    [
      `MSH|^~\\&|LIS|LABORATORY|SHOP|NETWORK|20400306120000+0300||ORU^R01|T${controlIds++}|P|2.5.1||||||UNICODE UTF-8`,
      `PID|1||${customer.patientId}^^^SHOP^PI`,
      `OBR|1|${placer}^SHOP|F1^LIS|1001^CBC^99SHOP|||20400305080500+0300|||||||||||||||204003050900${minute}+0300||LAB|${status}`,
      ...values,
    ].join('\r'),
  )
  return (await answer(message)).getSegment('MSA')!.getComponent(1, 1)
}
const haemoglobin = (value: number, status = 'F') => `OBX|1|NM|718-7^x^LN||${value}|g/L^^UCUM|||||${status}`
const redCells = (value: string, status = 'F') => `OBX|2|NM|789-8^x^LN||${value}|10*12/L^^UCUM|||||${status}`

async function valuesOf(orderId: string) {
  const { items } = await customer.client.testResults({ limit: 100 })
  const { id } = items.find((item) => item.orderId === orderId)!
  const { analyses } = await customer.client.patientResults(id, customer.patientId)
  const { observations } = await customer.client.analysisResult(id, customer.patientId, analyses[0]!.id)
  return Object.fromEntries(
    observations.map(({ name, value }) => [name, value?.kind === 'numeric' ? value.value : null]),
  )
}

const ordered = async () => {
  const order = await paidOrder(house.shop, createLaboratory(house.shop), customer)
  return { ...order, placer: `${order.number}-1` }
}

test('after a report was accepted at the desk, a message withdraws only the values that it deletes', async () => {
  const { id, placer } = await ordered()
  const answer = await newTaker()
  expect(await send(answer, { placer: '99999999-1', minute: 30 }, haemoglobin(131), redCells('4.5'))).toBe(
    'AE',
  )
  const { client } = await createStaff(house.shop.api, everywhere('laboratory'))
  const [refused] = await client.refusedReports({})
  const { reports, version } = await client.refusedReport(refused!.id)
  const lays = reports.map(({ entry }) => ({ entry, label: placer }))
  expect(await client.tryRefusedReport(refused!.id, { version, lays })).toMatchObject({ state: 'taken' })
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 131, 'Red blood cells': 4.5 })

  expect(await send(answer, { placer, minute: 31, status: 'C' }, haemoglobin(113, 'C'))).toBe('AA')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 113, 'Red blood cells': 4.5 })
  expect(await send(answer, { placer, minute: 32, status: 'C' }, redCells('', 'D'))).toBe('AA')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 113 })
})

test('a gateway that has lost its file withdraws no value that a message does not mention', async () => {
  const { id, placer } = await ordered()
  expect(await send(await newTaker(), { placer, minute: 30 }, haemoglobin(131), redCells('4.5'))).toBe('AA')
  const correction = [{ placer, minute: 31, status: 'C' }, haemoglobin(113, 'C')] as const
  expect(await send(await newTaker(), ...correction)).toBe('AA')
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 113, 'Red blood cells': 4.5 })
})

test('a message that has one test in two parts is refused: the second would withdraw the values of the first', async () => {
  const { id, placer } = await ordered()
  const answer = await newTaker()
  const second = `OBR|2|${placer}^SHOP|F2^LIS|1001^CBC^99SHOP||||||||||||||||||20400305090031+0300||LAB|F`
  expect(await send(answer, { placer, minute: 30 }, haemoglobin(131), second, redCells('4.5'))).toBe('AE')
  expect((await customer.client.order(id)).state).toBe('paid')
})

test('reports are taken while the main API is still that of an earlier release', async () => {
  const { id, placer } = await ordered()
  const asked: string[] = []
  const taker = await newTaker((url, init) => {
    asked.push(url)
    return askEarlierApi(url, init)
  })
  expect(await send(taker, { placer, minute: 30 }, haemoglobin(131))).toBe('AA')
  expect(asked.filter((url) => url.includes('_revinclude=DiagnosticReport%3Abased-on'))).toHaveLength(1)
  expect(await valuesOf(id)).toEqual({ Haemoglobin: 131 })
})
