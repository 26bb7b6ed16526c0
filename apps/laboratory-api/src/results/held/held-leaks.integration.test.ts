import { LOCALES } from '@shop/domain/locale'
import { base64url, compactDecrypt } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import {
  observation,
  paidOrder,
  quantity,
  type Resource,
  reportOn,
  specimenOf,
} from '../../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../../fhir/testing/laboratory-of-file.ts'
import { analysisId, type Customer } from '../../orders/testing/order-fixture.ts'
import { readPdf } from '../../pdf/testing/read-pdf.ts'
import { createStaff, everywhere, type TestStaff } from '../../staff/testing/staff-fixture.ts'
import { type DescribedOperation, readOperations } from '../../testing/operations.ts'
import { textsIn } from '../../texts.ts'
import { HAEMOGLOBIN } from '../testing/reported-result.ts'

// Every call that a patient may make, and everything that is read through a link, a paper or a health link,
// before and after a report arrives that waits for its release. A new call is covered as soon as it is described.

const house = laboratoryOfFile({ resultRelease: 'critical' })
const BLOOD_COUNT = '1001'
const FERRITIN = '1252'
/** Texts of the report that waits. */
const SECRETS = ['61.4', '61,4', 'Transfuse', 'haemolysis']

/** In the account's language, which one of the calls changes. */
const READY = new RegExp(LOCALES.map((locale) => textsIn(locale)('mails:result.subject')).join('|'))

interface Stage {
  customer: Customer
  orderNumber: string
  ids: Record<'id' | 'orderId' | 'patientId' | 'analysisResultId', string>
  /** The request of the test whose report will wait. */
  request: Resource
}

let stage: Stage
let customer: Customer
let ids: Stage['ids']
let operations: DescribedOperation[]
let doctor: TestStaff

beforeAll(async () => {
  operations = await readOperations(house.shop.api)
  doctor = await createStaff(house.shop.api, everywhere('laboratory'))
  stage = await setStage()
  ;({ customer, ids } = stage)
})

/** An order of two tests: one with a usual result, and one that the laboratory has started. */
async function setStage(): Promise<Stage> {
  const { shop, laboratory } = house
  const customer = await shop.customer()
  const { patientId } = customer
  const analysisIds = [BLOOD_COUNT, FERRITIN].map((code) => analysisId(shop.api, code))
  const order = await paidOrder(shop, laboratory, customer, {
    patients: [{ patientId, analysisIds, optionalMaterials: {}, pregnant: false }],
  })
  const requestOf = (code: string) => order.requests.find((one) => one.code.coding[0].code === code)
  const request = requestOf(BLOOD_COUNT)
  await laboratory.report(specimenOf(order.requests))
  await laboratory.report(...reportOn(request, [], { status: 'registered', issued: undefined }))
  const usual = observation(requestOf(FERRITIN), '2276-4', { valueQuantity: quantity(80, 'ng/mL') })
  const answer = await laboratory.report(...reportOn(requestOf(FERRITIN), [usual]))
  expect(answer.body.issue).toBeUndefined()
  await shop.api.mailServer.take({ to: customer.user.email, subject: READY })
  const [item] = (await customer.client.testResults()).items
  const { analyses } = await customer.client.patientResults(item!.id, patientId)
  const awaited = analyses.find(({ status }) => status === null)!
  const ids = { id: item!.id, orderId: order.id, patientId, analysisResultId: awaited.id }
  return { customer, orderNumber: order.number, ids, request }
}

async function reportCritical({ request }: Stage): Promise<void> {
  const found = observation(request, HAEMOGLOBIN, {
    valueQuantity: quantity(61.4, 'g/L'),
    interpretation: [{ coding: [{ code: 'LL' }] }],
    note: [{ text: 'Transfuse today.' }],
  })
  const { body } = await house.laboratory.report(
    ...reportOn(request, [found], { conclusion: 'Signs of haemolysis.' }),
  )
  expect(body.issue).toBeUndefined()
}

/** The address of a call with the customer's ids in it. */
function addressOf({ path, parameters }: DescribedOperation, { customer, ids }: Stage): string {
  const named: Record<string, string> = {
    ...ids,
    'users id': customer.user.id,
    'orders id': ids.orderId,
    'patient id': ids.patientId,
  }
  const area = path.split('/')[1]
  const idOf = (name: string) => named[`${area} ${name}`] ?? named[name] ?? crypto.randomUUID()
  const query = parameters.flatMap(({ in: place, name, schema }) => {
    if (name === 'analysisIds')
      return [[name, [...house.shop.api.context.catalogue.current().analyses.keys()].slice(0, 50).join()]]
    return place === 'query' && schema.example !== undefined ? [[name, String(schema.example)]] : []
  })
  return `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name))}?${new URLSearchParams(query)}`
}

async function ask(operation: DescribedOperation, of = stage): Promise<{ status: number; text: string }> {
  const answer = await house.shop.api.request(operation.method, addressOf(operation, of), {
    token: of.customer.token,
    body: operation.bodySchema && (operation.bodySchema.example ?? {}),
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  })
  const isPdf = answer.headers.get('Content-Type') === 'application/pdf'
  const text = isPdf ? (await readPdf(answer)).text : await answer.text()
  return { status: answer.status, text: withoutOwnViews(text) }
}

/** The export says when it was made, and lists each reading of the account itself. */
function withoutOwnViews(text: string): string {
  if (!text.startsWith('{"exportedAt"')) return text
  const { exportedAt: _, audit: __, ...data } = JSON.parse(text)
  return JSON.stringify(data)
}

const ofUser = (method: (name: string) => boolean) =>
  operations.filter((operation) => operation.needsUser && method(operation.method))

async function readOwn(of = stage): Promise<Map<string, { status: number; text: string }>> {
  const answers = new Map<string, { status: number; text: string }>()
  for (const operation of ofUser((method) => method === 'GET')) {
    answers.set(operation.name, await ask(operation, of))
  }
  return answers
}

interface Opened {
  shared: { token: string; pin: string }
  healthLink: { url: string; key: string; pin: string }
  code: string
}

async function openToOthers(): Promise<Opened> {
  const { client, patientId } = customer
  const shared = await client.createShare(ids.id, patientId, { days: 7 })
  const link = await client.createShare(ids.id, patientId, { days: 7, kind: 'healthLink' })
  const paper = await readPdf(await client.patientReport(ids.id, patientId))
  const payload = JSON.parse(Buffer.from(link.healthLink!.slice('shlink:/'.length), 'base64url').toString())
  return {
    shared,
    healthLink: { ...payload, pin: link.pin },
    code: new URL(paper.qrText!).searchParams.get('documentNumber')!,
  }
}

/** What a doctor with the link, someone with the paper and a system with the health link read. */
async function readAsOthers({ shared, healthLink, code }: Opened) {
  const anybody = house.shop.api.client()
  const { accessKey } = await anybody.openShare(shared.token, { pin: shared.pin })
  const { url, key, pin: passcode } = healthLink
  const path = new URL(url).pathname.replace('/laboratory-api', '')
  const manifest = await house.shop.api.request('POST', path, {
    body: { recipient: 'A clinic', passcode },
  })
  const { files } = (await manifest.json()) as { files: [{ embedded: string; lastUpdated: string }] }
  const { plaintext } = await compactDecrypt(files[0].embedded, base64url.decode(key))
  const { entry } = JSON.parse(new TextDecoder().decode(plaintext)) as Resource
  return {
    report: await anybody.sharedReport(shared.token, accessKey),
    paper: await anybody.verifyReport({ code, pin: shared.pin }),
    // The composition is newly made each time.
    document: entry.map(({ resource }: Resource) => resource).slice(1),
    lastUpdated: files[0].lastUpdated,
  }
}

test('while a report waits, every call of the patient answers as before it arrived, and so does every link and paper', async () => {
  const opened = await openToOthers()
  const others = await readAsOthers(opened)
  expect(others.paper.current).toBe(true)
  // The first reading marks results as read.
  await readOwn()
  const before = await readOwn()
  expect([...before.values()].filter(({ status }) => status === 200).length).toBeGreaterThan(20)

  house.shop.clock.pass(1)
  await reportCritical(stage)

  const after = await readOwn()
  const changed = [...after.keys()].filter((name) => before.get(name)!.text !== after.get(name)!.text)
  expect(changed).toEqual([])
  expect(await readAsOthers(opened)).toEqual(others)
})

/** Replaces what differs between two accounts that did the same: identities, random values and times. */
function withoutNames(text: string, { customer, orderNumber }: Stage): string {
  const seen = new Map<string, number>()
  return (
    text
      .replaceAll(customer.user.email, 'E-MAIL')
      .replaceAll(orderNumber, 'NUMBER')
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        if (!seen.has(id)) seen.set(id, seen.size)
        return `ID ${seen.get(id)}`
      })
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, 'INSTANT')
      .replaceAll(
        /"(token|pin|secret|reference|challenge|code|loginStep|codeRequest|healthLink)":"[^"]+"/g,
        '"$1":"RANDOM"',
      )
      .replaceAll(/(otpauth:[^"]*secret=|[?&]token=)[\w-]+/g, '$1RANDOM')
      // The account's id, as in a passkey.
      .replaceAll(/"id":"[\w-]{22}"/g, '"id":"RANDOM"')
      .replaceAll(/"[A-Z0-9]{5}-[A-Z0-9]{5}"/g, '"RANDOM"')
  )
}

test('no changing call of the patient reveals a waiting report: it answers as if the report were still awaited', async () => {
  const { patientId, client } = customer
  const opened = await openToOthers()
  const texts = [
    JSON.stringify(await readAsOthers(opened)),
    (await readPdf(await client.patientReport(ids.id, patientId))).text,
  ]
  // For the twin, the laboratory has started the same test and reported nothing yet; its results are shared with no
  // one.
  const twin = await setStage()
  const waiting = await setStage()
  await reportCritical(waiting)
  for (const { customer: one } of [twin, waiting]) await one.client.proveOwner({ password: one.password })
  // Calls that end the session or the account are left out.
  const ends = ({ name }: DescribedOperation) => /logout|session|password|DELETE|second-factor/.test(name)
  const compared: string[] = []
  const changing = ofUser((method) => method !== 'GET').filter((operation) => !ends(operation))
  for (const operation of changing) {
    const [held, awaited] = [await ask(operation, waiting), await ask(operation, twin)]
    texts.push(held.text)
    expect
      .soft({ ...held, text: withoutNames(held.text, waiting) }, operation.name)
      .toEqual({ ...awaited, text: withoutNames(awaited.text, twin) })
    if (held.status < 300) compared.push(operation.name)
  }
  expect(changing.length).toBeGreaterThan(15)
  expect(compared.length).toBeGreaterThan(5)
  for (const text of texts) for (const secret of SECRETS) expect(text).not.toContain(secret)
})

test('the desk sees the critical value immediately, and what the doctor releases appears everywhere', async () => {
  const { client } = doctor
  const held = await setStage()
  const { customer, ids } = held
  await reportCritical(held)
  const isOurs = ({ id }: { id: string }) => id === ids.analysisResultId
  expect((await client.criticalValues({})).find(isOurs)).toMatchObject({ isOpen: true })
  expect(await client.criticalValue(ids.analysisResultId)).toMatchObject({ isHeld: true })
  const { policy, results } = await client.heldResults()
  expect({ policy, result: results.find(isOurs) }).toMatchObject({
    policy: 'critical',
    result: { hasCritical: true },
  })
  const details = await client.heldResult(ids.analysisResultId)
  expect(details).toMatchObject({
    values: [{ name: 'Haemoglobin', value: '61.4 g/L' }],
    comment: 'Signs of haemolysis.',
    release: null,
    isCalled: false,
  })
  const mails = () =>
    house.shop.api.mailServer.mails.filter(
      ({ recipients, subject }) => recipients.includes(customer.user.email) && READY.test(subject ?? ''),
    ).length
  expect(mails()).toBe(1)
  house.shop.clock.pass(20)

  const released = await client.releaseResult(ids.analysisResultId, { version: details.version })
  expect(released).toEqual({ releasedAt: house.shop.clock.now.toISOString(), releasedBy: 'Olga Novik' })

  const mail = await house.shop.api.mailServer.take({
    to: customer.user.email,
    subject: READY,
  })
  expect(mail.text).toContain(house.shop.api.context.partner.phone)
  await customer.client.proveOwner({ password: customer.password })
  const own = await readOwn(held)
  for (const name of [
    'GET /test-results/{id}/patients/{patientId}/analysis-results/{analysisResultId}',
    'GET /test-results/{id}/patients/{patientId}/report.pdf',
    'GET /users/current/export',
  ]) {
    expect(own.get(name)!.text, name).toContain('haemolysis')
  }
  expect(own.get('GET /test-results')!.text).toContain('"complete":true')
  expect(own.get('GET /users/current/data-views')!.text).toContain('"releasedBy":"Olga Novik"')
  expect((await customer.client.order(ids.orderId)).state).toBe('completed')
})
