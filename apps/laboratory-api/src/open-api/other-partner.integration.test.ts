import { notify } from '@shop/database/notify'
import { schemaName } from '@shop/database/schema-names'
import { STAFF_ROLES } from '@shop/domain/staff'
import { ownServerProof } from '@shop/server/own-server'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { users } from '../accounts/tables.ts'
import { lockCatalogue } from '../catalogue/import/store-catalogue.ts'
import { BRANCH_ID } from '../orders/testing/order-fixture.ts'
import { createStaff, everywhere, type TestStaff } from '../staff/testing/staff-fixture.ts'
import { type DescribedOperation, readOperations } from '../testing/operations.ts'
import { createOwner, type Owner } from '../testing/owner-fixture.ts'
import { codeOf, linkTokenOf, TEST_PASSWORD } from '../testing/test-api.ts'
import { type TestPartner, twoPartners } from '../testing/two-partners.ts'

// Every operation of the API's own description is tried at one partner's host with the ids and tokens of the
// other: a new one is covered as soon as it is described.

const house = twoPartners()

interface People {
  owner: Owner
  staff: TestStaff
}

let operations: DescribedOperation[]
let one: People
let other: People

async function peopleOf({ shop }: TestPartner): Promise<People> {
  return {
    owner: await createOwner(shop, '2040-03-06'),
    staff: await createStaff(shop.api, ...STAFF_ROLES.map(everywhere)),
  }
}

beforeAll(async () => {
  operations = await readOperations(house.one.shop.api)
  one = await peopleOf(house.one)
  other = await peopleOf(house.other)
})

/** Values that would reveal one partner's people in a reply. */
const marksOf = ({ owner, staff }: People) => [
  ...[owner.user.id, owner.user.email, owner.patientId, owner.orderId, owner.paidOrderId],
  ...[owner.testResultId, owner.analysisResultId, staff.staffId],
]

const PATH_VALUES: Record<string, (people: People) => string> = {
  '/users': ({ owner }) => owner.user.id,
  '/patient': ({ owner }) => owner.patientId,
  '/orders': ({ owner }) => owner.orderId,
  '/test-results': ({ owner }) => owner.testResultId,
  '/staff/orders': ({ owner }) => owner.orderId,
  '/staff/payments': ({ owner }) => owner.paidOrderId,
  '/staff/members': ({ staff }) => staff.staffId,
}
const NAMED: Record<string, (people: People) => string> = {
  patientId: ({ owner }) => owner.patientId,
  analysisResultId: ({ owner }) => owner.analysisResultId,
}

/** The call's path and query, with these people's ids wherever one fits. */
function addressed({ path, parameters }: DescribedOperation, people: People): string {
  const area = Object.keys(PATH_VALUES)
    .toSorted((a, b) => b.length - a.length)
    .find((prefix) => path.startsWith(prefix))
  let filled = path
  const query = new URLSearchParams()
  for (const { in: place, name, required, schema } of parameters) {
    const known = NAMED[name] ?? (name === 'id' && area ? PATH_VALUES[area] : undefined)
    const value = known?.(people) ?? String(schema.example ?? (schema.type === 'string' ? 'nothing' : 1))
    if (place === 'path') filled = filled.replace(`{${name}}`, value)
    if (place === 'query' && required) query.set(name, value)
  }
  return `${filled}?${query}`
}

async function callAt({ root }: TestPartner, operation: DescribedOperation, people: People, token?: string) {
  const path = addressed(operation, people)
  const headers = Object.fromEntries(
    operation.parameters
      .filter(({ in: place, required }) => place === 'header' && required)
      .map(({ name }) => [name, crypto.randomUUID()]),
  )
  const { bodySchema } = operation
  const answer = await house.ask(`${root}${path}`, {
    method: operation.method,
    token,
    headers,
    body: bodySchema ? (bodySchema.example ?? {}) : undefined,
  })
  const text = `${await answer.text()}\n${[...answer.headers].join('\n')}`
  const found = marksOf(people).filter((mark) => text.includes(mark) && !path.includes(mark))
  return { status: answer.status, found }
}

/** The content of each table of a partner, as a digest. */
async function contentOf({ queries, schemaPrefix }: TestPartner['database']) {
  const schemas = ['laboratory', 'shop', 'sandbox']
  const names = schemas.map((schema) => schemaName(schema, schemaPrefix))
  const { rows } = await queries.execute<{ schema: string; name: string }>(
    sql`select table_schema as schema, table_name as name from information_schema.tables
        where table_schema in ${names} order by 1, 2`,
  )
  expect(rows.length).toBeGreaterThan(60)
  const contents: Record<string, string> = {}
  for (const { schema, name } of rows) {
    const table = sql.raw(`"${schemas[names.indexOf(schema)]}"."${name}"`)
    // The outcome of a mail is written when it is sent, which may be just now.
    const row = sql.raw(name === 'order_mail' ? '(row.id, row.order_id, row.template, row.data)' : 'row')
    const { rows: digests } = await queries.execute<{ digest: string }>(
      sql`select coalesce(md5(string_agg(${row}::text, '|' order by ${row}::text)), '') as digest from ${table} row`,
    )
    contents[name] = digests[0]!.digest
  }
  return contents
}

/** Expects the work to change nothing that this partner has. */
async function leavingAlone(partner: TestPartner, work: () => Promise<void>): Promise<void> {
  const before = await contentOf(partner.database)
  await work()
  expect(await contentOf(partner.database)).toEqual(before)
}

test('what is tried below exists at its own host', { tags: ['slow'] }, async () => {
  const readings = operations.filter(
    ({ method, needsUser, path }) =>
      method === 'GET' && needsUser && /^\/(orders|patient|test-results)\/\{/.test(path),
  )
  expect(readings.length).toBeGreaterThan(3)
  for (const operation of readings) {
    if (operation.path.includes('receipt')) continue
    expect(await callAt(house.one, operation, one, one.owner.token), operation.name).toMatchObject({
      status: 200,
    })
    expect(await callAt(house.other, operation, other, other.owner.token), operation.name).toMatchObject({
      status: 200,
    })
  }
  expect((await other.staff.client.currentStaff()).name).toBe('Olga Novik')
})

/** Runs at the other partner first, which must refuse it, and then where it belongs. */
async function onlyAtItsOwn<Of>(
  attempt: (shop: TestPartner['shop'], root: string) => Promise<Of>,
  refusal: { status: number },
): Promise<Of> {
  await leavingAlone(house.one, async () => {
    await expect(attempt(house.other.shop, house.other.root)).rejects.toMatchObject(refusal)
  })
  return attempt(house.one.shop, house.one.root)
}

test('a link for a new password and a mailed code count only where they were requested', {
  tags: ['slow'],
}, async () => {
  const { api } = house.one.shop
  const user = await api.registerUser()
  const code = codeOf(await api.mailServer.take({ to: user.user.email }))
  const stranger = await house.other.shop.api.registerUser({ email: user.user.email })
  const strangersCode = codeOf(await house.other.shop.api.mailServer.take({ to: user.user.email }))
  expect(strangersCode).not.toBe(code)
  await expect(stranger.client.activate({ token: code })).rejects.toMatchObject({ status: 404 })
  await user.client.activate({ token: code })

  await api.client().requestPasswordReset({ email: user.user.email })
  const token = linkTokenOf(await api.mailServer.take({ to: user.user.email }))
  const newPassword = 'harbour plum 58 lantern'
  await onlyAtItsOwn((shop) => shop.api.client().resetPassword({ token, newPassword }), { status: 404 })
  const login = (shop: TestPartner['shop'], password: string) =>
    shop.api.client().login({ username: user.user.email, password })
  await expect(login(house.other.shop, newPassword)).rejects.toMatchObject({ status: 401 })
  // The same address at the other partner is another account, with its own password.
  const elsewhere = await login(house.other.shop, TEST_PASSWORD)
  const here = await login(house.one.shop, newPassword)
  const accountOf = ({ api }: TestPartner['shop'], session: typeof here) =>
    api.client(session.access_token).currentUser()
  const [there, own] = [await accountOf(house.other.shop, elsewhere), await accountOf(house.one.shop, here)]
  expect(there.id).not.toBe(own.id)
  expect([there.emailConfirmed, own.emailConfirmed]).toEqual([false, true])
})

test('a shared result and a health link open only at the partner of their report', async () => {
  const { testResultId, patientId, client } = one.owner
  const share = await client.createShare(testResultId, patientId, { days: 7 })
  await onlyAtItsOwn((shop) => shop.api.client().openShare(share.token, { pin: share.pin }), { status: 404 })
  const link = await client.createShare(testResultId, patientId, { days: 7, kind: 'healthLink' })
  const { url } = JSON.parse(Buffer.from(link.healthLink!.slice('shlink:/'.length), 'base64url').toString())
  expect(url.startsWith(house.one.root)).toBe(true)
  const open = async (address: string) => {
    const body = { recipient: 'A clinic', passcode: link.pin }
    return (await house.ask(address, { method: 'POST', body })).status
  }
  await leavingAlone(house.one, async () => {
    expect(await open(url.replace(house.one.root, house.other.root))).toBe(404)
  })
  expect(await open(url)).toBe(200)
})

test('orders are paid into the partner’s own account, and another’s notification settles nothing', async () => {
  const place = async (partner: TestPartner) => {
    const customer = await partner.shop.customer()
    const visit = { kind: 'branch' as const, start: '2040-03-09T09:00:00+03:00' }
    return { customer, order: await partner.shop.placeOrder(customer, { visit }) }
  }
  const [here, there] = [await place(house.one), await place(house.other)]
  expect([...house.one.shop.bepaid.pages.keys()]).toContain(here.order.token)
  expect([...house.other.shop.bepaid.pages.keys()]).not.toContain(here.order.token)
  const settings = (partner: TestPartner, token: string) =>
    JSON.stringify(partner.shop.bepaid.pages.get(token)!.request.settings)
  expect(settings(house.one, here.order.token)).toContain('//shop.synlab.example/')
  expect(settings(house.other, there.order.token)).toContain('//shop.vesna.example/')
  expect(settings(house.other, there.order.token)).not.toContain('synlab')
  house.one.shop.bepaid.conclude(here.order.token, 'successful')
  // Both test providers sign with the same key.
  const notification = house.one.shop.bepaid.notification(here.order.token)
  await leavingAlone(house.one, async () => {
    await house.other.shop.notify(notification)
  })
  expect((await there.customer.client.order(there.order.id)).state).toBe('awaitingPayment')
  await house.one.shop.notify(notification)
  expect((await here.customer.client.order(here.order.id)).state).toBe('paid')
  expect((await there.customer.client.order(there.order.id)).state).toBe('awaitingPayment')
})

test('mails come from the partner, with its name and its addresses', async () => {
  for (const [partner, brand, notThis] of [
    [house.one, 'Norma', /vesna/i],
    [house.other, 'Vesna', /synlab|norma/i],
  ] as const) {
    const { api } = partner.shop
    const { user } = await api.registerUser()
    await api.client().requestPasswordReset({ email: user.email })
    const mail = await api.mailServer.take({ to: user.email, subject: /password/i })
    const { partner: slug, publicUrl } = api.context.settings
    expect(mail.from).toMatchObject({ address: `post@${slug}.example`, name: brand })
    expect(mail.text).toContain(publicUrl)
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(notThis)
  }
})

test('a changed price is of one partner, and only its own processes notice it', async () => {
  const priceAt = async ({ root }: TestPartner) =>
    JSON.stringify(await (await house.ask(`${root}/catalogHeaders`)).json())
  const before = await priceAt(house.one)
  const versions = () =>
    [house.one, house.other].map(({ shop }) => shop.api.context.catalogue.current().version)
  const [here, there] = versions()
  await house.other.database.queries.execute(
    sql`update laboratory.catalogue_version set version = version + 1`,
  )
  // Both refresh: one must find nothing new.
  for (const { shop } of [house.one, house.other]) await shop.api.context.catalogue.refresh()
  expect(versions()).toEqual([here, there! + 1])
  expect(await priceAt(house.one)).toBe(before)
})

test('no partner waits for the lock of another: imports of both can run concurrently', async () => {
  await house.one.database.transaction(async (queries) => {
    await lockCatalogue(queries)
    const locking = house.other.database.transaction(async (inside) => {
      // Shared, it would never be granted here.
      await inside.execute(sql`set local lock_timeout = '200ms'`)
      await lockCatalogue(inside)
      return 'locked'
    })
    await expect(locking).resolves.toBe('locked')
  })
})

test('a notification of one partner does not reach the other', async () => {
  const heard: string[] = []
  const own = Promise.withResolvers<void>()
  const stops = [
    await house.one.database.listen('laboratory.test_channel', () => heard.push('one')),
    await house.other.database.listen('laboratory.test_channel', () => own.resolve()),
  ]
  await notify(house.other.database.queries, 'laboratory.test_channel', 'hello')
  await own.promise
  await notify(house.one.database.queries, 'laboratory.test_channel', 'hello')
  await expect.poll(() => heard).toEqual(['one'])
  for (const stop of stops) await stop()
})

test('an unknown host gets no reply of any partner, and a partner’s name without the shop’s secret leads to none', async () => {
  const path = '/laboratory-api/users/current'
  for (const host of ['shop.nobody.example', '127.0.0.1:3000', 'shop.synlab.example.', 'vesna']) {
    expect((await house.ask(`http://${host}${path}`, { token: one.owner.token })).status, host).toBe(421)
  }
  const asOther = (secret: string) =>
    house.ask(`${house.one.root}/users/current`, {
      token: other.owner.token,
      headers: { 'X-Partner': 'vesna', 'X-Client-Address-Secret': ownServerProof(secret) },
    })
  const { clientAddressSecret } = house.other.shop.api.context.settings
  expect((await asOther('a secret that no server has')).status).toBe(421)
  expect((await asOther(clientAddressSecret)).status).toBe(200)
  // A main API for one partner alone refuses another partner's servers as well.
  const misled = await house.one.shop.api.request('GET', '/documents', { headers: { 'X-Partner': 'vesna' } })
  expect(misled.status).toBe(421)
  const forwarded = { 'X-Forwarded-Host': 'shop.vesna.example' }
  expect(
    (await house.ask(`${house.one.root}/users/current`, { token: other.owner.token, headers: forwarded }))
      .status,
  ).toBe(401)
})

test('no call accepts the tokens of another partner’s people, desk or laboratories, and none reveals anything of them', {
  tags: ['ASVS-8.4.1'],
}, async () => {
  const wrong: string[] = []
  const tokens = {
    guest: undefined,
    patient: one.owner.token,
    staff: one.staff.token,
    laboratory: house.one.shop.api.context.settings.labSystemToken!,
  }
  await leavingAlone(house.one, async () => {
    for (const operation of operations) {
      const { needsUser, needsLaboratorySystem, staffPermission } = operation
      const isClosed = needsUser || needsLaboratorySystem || staffPermission !== undefined
      for (const [who, token] of Object.entries(tokens)) {
        const { status, found } = await callAt(house.other, operation, one, token)
        if (isClosed && status !== 401) wrong.push(`${operation.name} as ${who}: ${status}`)
        if (status >= 500) wrong.push(`${operation.name} as ${who}: ${status}`)
        for (const mark of found) wrong.push(`${operation.name} as ${who}: answers ${mark}`)
      }
    }
  })
  expect(wrong).toEqual([])
})

const isAudit = ({ path }: DescribedOperation) => path === '/staff/audit'

test('data of another partner’s people does not exist for a partner’s own, whatever they try with it', {
  tags: ['ASVS-8.4.1'],
}, async () => {
  const wrong: string[] = []
  // One of the calls withholds the analysis that other tests order.
  onTestFinished(async () => {
    await other.staff.client.switchOffer('analysis', 1, BRANCH_ID, { isOffered: true })
  })
  // One of the calls ends its own session.
  const staffToken = async () =>
    (await createStaff(house.other.shop.api, ...STAFF_ROLES.map(everywhere))).token
  await leavingAlone(house.one, async () => {
    // Their own audit comes first: later it contains what they requested themselves.
    for (const operation of operations.toSorted((a, b) => Number(isAudit(b)) - Number(isAudit(a)))) {
      const { needsUser, needsLaboratorySystem, staffPermission, path } = operation
      const token =
        staffPermission !== undefined
          ? await staffToken()
          : needsLaboratorySystem
            ? house.other.shop.api.context.settings.labSystemToken!
            : needsUser
              ? (await house.other.shop.customer()).token
              : undefined
      const { status, found } = await callAt(house.other, operation, one, token)
      const isPersonal = needsUser && path.includes('{')
      if (isPersonal && status !== 404) wrong.push(`${operation.name}: ${status}`)
      if (status >= 500) wrong.push(`${operation.name}: ${status}`)
      for (const mark of found) wrong.push(`${operation.name}: answers ${mark}`)
    }
  })
  expect(wrong).toEqual([])
})

test('no account of one partner is stored at the other', async () => {
  const held = await Promise.all(
    [house.one, house.other].map(({ database }) => database.queries.select({ id: users.id }).from(users)),
  )
  const [here, there] = held.map((rows) => new Set(rows.map(({ id }) => id)))
  expect(here!.has(one.owner.user.id) && there!.has(other.owner.user.id)).toBe(true)
  expect(here!.isDisjointFrom(there!)).toBe(true)
})
