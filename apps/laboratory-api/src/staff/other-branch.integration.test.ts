import { STAFF_ROLES } from '@shop/domain/staff'
import { beforeAll, expect, test } from 'vitest'
import { observation, paidOrder, reportOn } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { BRANCH_ID } from '../orders/testing/order-fixture.ts'
import { HAEMOGLOBIN, reportedResult } from '../results/testing/reported-result.ts'
import { type DescribedOperation, readOperations } from '../testing/operations.ts'
import { createStaff, everywhere, type TestStaff } from './testing/staff-fixture.ts'

// Runs every desk call that names an object against objects of another branch than the caller's, with all
// roles together. A new call must be added to one of the two tables, or this test fails.

// So that the critical value also waits for its release.
const house = laboratoryOfFile({ resultRelease: 'critical' })
const OTHER_BRANCH_ID = 2
/** The day of the first visits that the fixture orders. */
const DAY = '2040-03-06'

let stranger: TestStaff
let here: TestStaff
let things: Record<
  'order' | 'number' | 'payment' | 'transaction' | 'refund' | 'report' | 'label' | 'critical',
  string
>

beforeAll(async () => {
  const { api } = house.shop
  const customer = await house.shop.customer()
  const { order, analysisResultId } = await reportedResult(house, customer, critical)
  const open = await paidOrder(house.shop, house.laboratory, customer)
  const finance = await createStaff(api, everywhere('finance'))
  const [payment] = (await finance.client.listPayments({ find: open.number })).payments
  const { transactions } = await finance.client.readPayment(payment!.id)
  const refund = await finance.client.requestRefund(transactions[0]!.id, {
    amount: { price: 1, currency: 'BYN' },
    reason: 'A sample could not be used.',
    endsOrder: false,
    version: 0,
  })
  const doctor = await createStaff(api, everywhere('laboratory'))
  await house.laboratory.report(
    ...reportOn(open.requests[0], [], { result: [{ reference: 'urn:uuid:none' }] }),
  )
  const [report] = await doctor.client.refusedReports({})
  things = {
    order: open.id,
    number: open.number,
    payment: payment!.id,
    transaction: transactions[0]!.id,
    refund: refund.id,
    report: report!.id,
    label: `${order.number}-1`,
    critical: analysisResultId,
  }
  const rolesAt = (id: number) => STAFF_ROLES.map((role) => ({ role, laboratoryIds: [id] }))
  stranger = await createStaff(api, ...rolesAt(OTHER_BRANCH_ID))
  here = await createStaff(api, ...rolesAt(BRANCH_ID))
})

const critical = (request: Parameters<typeof observation>[0]) => [
  observation(request, HAEMOGLOBIN, {
    interpretation: [
      {
        coding: [
          { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation', code: 'LL' },
        ],
      },
    ],
  }),
]

type Thing = keyof typeof things
/**
 * The object that each call names by its first parameter, and a body if the example of the description does
 * not fit.
 */
const OF_A_BRANCH: Readonly<Record<string, { id: Thing | 'laboratory'; body?: object }>> = {
  addOrderNote: { id: 'order' },
  arriveAtVisit: { id: 'order' },
  askForTests: { id: 'order' },
  cancelAtDesk: { id: 'order' },
  changeCalendar: { id: 'laboratory' },
  closeOutside: { id: 'refund' },
  decideOutside: { id: 'refund' },
  criticalValue: { id: 'critical' },
  decideRefund: { id: 'refund' },
  deskCalendar: { id: 'laboratory' },
  deskOrder: { id: 'order' },
  endSessionsByOrder: { id: 'order' },
  heldResult: { id: 'critical' },
  missVisit: { id: 'order' },
  moveAtDesk: { id: 'order' },
  noteCriticalCall: { id: 'critical' },
  openOrderTests: { id: 'order' },
  readPayment: { id: 'payment' },
  refusedReport: { id: 'report' },
  releaseResult: { id: 'critical' },
  repeatOrderMail: { id: 'order' },
  requestLine: { id: 'label' },
  requestRefund: { id: 'transaction' },
  resetVisit: { id: 'order' },
  sendRefund: { id: 'refund' },
  setAsideReport: { id: 'report' },
  switchOffer: { id: 'laboratory' },
  takeSamples: { id: 'order', body: { version: 0, specimens: [] } },
  reportPresence: { id: 'order' },
  tryRefusedReport: { id: 'report' },
}

/**
 * Calls for the whole network: staff of one branch use them for all branches, or staff limited to a branch
 * cannot use them at all.
 */
const OF_THE_NETWORK = {
  'questions to support, which belong to no branch': [
    'answerMessage',
    'assignMessage',
    'closeMessage',
    'deskThread',
    'endSessionsByMessage',
    'messageVersion',
  ],
  'requests about data: an account belongs to no branch': [
    'answerRight',
    'assignRight',
    'correctByRight',
    'endRestriction',
    'eraseByRight',
    'exportByRight',
    'noteRightStep',
    'readRights',
  ],
  'the catalogue and its prices': [
    'changeComingPrice',
    'changeEntryTexts',
    'deskOffer',
    'entryTexts',
    'planEdition',
    'previewEdition',
    'publishEdition',
    'removeComingPrice',
    'removeSynonym',
  ],
  'staff, systems and jobs': [
    'changeStaffRoles',
    'endClientKey',
    'endLaboratoryClient',
    'endSessionOfStaff',
    'endStaff',
    'inviteStaffAgain',
    'repeatJob',
    'sessionsOfStaff',
  ],
  'a day’s closing, which shows only one’s own branch': ['dayClosing', 'dayClosingCsv'],
}

const ofDesk = async () =>
  (await readOperations(house.shop.api)).filter(({ staffPermission }) => Boolean(staffPermission))

async function tryAs({ token }: TestStaff, { method, path, bodySchema, operation }: DescribedOperation) {
  const { id, body } = OF_A_BRANCH[operation.operationId]!
  const address = path
    .replace('{laboratoryId}', String(BRANCH_ID))
    .replace('{kind}', 'analysis')
    .replace(/\{\w+\}/, id === 'laboratory' ? String(BRANCH_ID) : things[id])
  return house.shop.api.request(method, address, { token, body: bodySchema && (body ?? bodySchema.example) })
}

test('every desk call that names an object is listed as a branch’s or the network’s', async () => {
  const naming = (await ofDesk()).filter(({ path }) => path.includes('{'))
  const known = [...Object.keys(OF_A_BRANCH), ...Object.values(OF_THE_NETWORK).flat()]
  expect(naming.map(({ operation }) => operation.operationId).sort()).toEqual(known.sort())
})

test('objects of another branch do not exist for desk staff, whatever the call', {
  tags: ['ASVS-8.2.2'],
}, async () => {
  const wrong: string[] = []
  for (const operation of await ofDesk()) {
    if (!(operation.operation.operationId in OF_A_BRANCH)) continue
    const { status } = await tryAs(stranger, operation)
    if (status !== 403 && status !== 404) wrong.push(`${operation.name}: ${status}`)
  }
  expect(wrong).toEqual([])
})

test('the same calls succeed for staff of that branch, so the refusals are due to the branch', async () => {
  const wrong: string[] = []
  for (const operation of await ofDesk()) {
    if (operation.method !== 'GET' || !(operation.operation.operationId in OF_A_BRANCH)) continue
    const { status } = await tryAs(here, operation)
    if (status !== 200) wrong.push(`${operation.name}: ${status}`)
  }
  expect(wrong).toEqual([])
})

/** Lists with sums or places only, and those in which the prepared objects are not. */
const NAMELESS = [
  `/staff/visits/sheet?date=${DAY}`,
  '/staff/payments/attention',
  '/staff/critical-values?list=settled',
  '/staff/messages',
  '/staff/laboratories',
  '/staff/closings/2040-03-05',
]

test('no list at the desk names anything of another branch', { tags: ['ASVS-8.2.2'] }, async () => {
  const { api } = house.shop
  const lists = [
    `/staff/visits?date=${DAY}`,
    `/staff/visits?date=${DAY}&laboratoryId=${BRANCH_ID}`,
    `/staff/visits/sheet?date=${DAY}`,
    `/staff/payments?find=${things.number}`,
    '/staff/payments',
    '/staff/payments/attention',
    '/staff/critical-values',
    '/staff/critical-values?list=settled',
    '/staff/held-results',
    '/staff/refused-reports',
    '/staff/messages',
    '/staff/laboratories',
    '/staff/closings/2040-03-05',
    '/staff/closings/2040-03-05/csv',
  ]
  const searched = [things.number, 'Kowalska']
  const naming = async ({ token }: TestStaff) => {
    const answers = await Promise.all([
      ...lists.map((path) => api.request('GET', path, { token })),
      ...searched.map((text) => api.request('POST', '/staff/orders/search', { token, body: { text } })),
    ])
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const named = [...Object.values(things), 'Kowalska']
    return [...lists, ...searched].filter((_, at) => named.some((one) => texts[at]!.includes(one)))
  }
  expect(await naming(stranger)).toEqual([])
  // What is empty for staff of that branch too proves nothing.
  expect(await naming(here)).toEqual([...lists, ...searched].filter((list) => !NAMELESS.includes(list)))
})

test('a report of one’s own branch cannot be assigned to an order of another branch', {
  tags: ['ASVS-8.2.2'],
}, async () => {
  const { api } = house.shop
  const doctor = await createStaff(api, { role: 'laboratory', laboratoryIds: [OTHER_BRANCH_ID] })
  const body = { version: 0, lays: [{ entry: 0, label: things.label }] }
  const answer = await api.request('POST', `/staff/refused-reports/${things.report}/tries`, {
    token: doctor.token,
    body,
  })
  expect(answer.status).toBe(404)
})

test('a page after an order or payment of another branch is empty, as after one that does not exist', {
  tags: ['ASVS-8.2.2'],
}, async () => {
  const { api } = house.shop
  const customer = await house.shop.customer({ lastName: 'Nowak' })
  const before = house.shop.clock.now
  // Older than the objects of the other branch, with an earlier visit, so that the page would contain it.
  house.shop.clock.now = new Date(before.getTime() - 3_600_000)
  const own = await house.shop.placeOrder(customer, { laboratoryId: OTHER_BRANCH_ID })
  house.shop.clock.now = before
  const pages = async (make: (before: string | undefined) => Promise<string>, id: string) => {
    expect(await make(undefined)).toContain(own.number)
    for (const cursor of [crypto.randomUUID(), id]) {
      expect(await make(cursor)).not.toContain(own.number)
    }
  }
  const finance = await createStaff(api, { role: 'finance', laboratoryIds: [OTHER_BRANCH_ID] })
  await pages(
    async (cursor) => JSON.stringify(await finance.client.listPayments(cursor ? { before: cursor } : {})),
    things.payment,
  )
  const support = await createStaff(api, { role: 'support', laboratoryIds: [OTHER_BRANCH_ID] })
  for (const dateOf of ['order', 'visit'] as const) {
    const search = { dateOf, from: '2040-01-01' }
    await pages(
      async (cursor) =>
        JSON.stringify(await support.client.searchOrders(cursor ? { ...search, before: cursor } : search)),
      things.order,
    )
  }
})
