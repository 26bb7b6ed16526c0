import { randomUUID } from 'node:crypto'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { registry } from '@shop/server/metrics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Customer, openShop, type Shop } from './orders/testing/order-fixture.ts'

let database: TestDatabase
let shop: Shop
let customer: Customer
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  customer = await shop.customer()
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** The series of the main API's requests. */
async function requestSeries(): Promise<string[]> {
  const text = await registry.getSingleMetricAsString('http_request_duration_seconds')
  return text.split('\n').filter((line) => line.startsWith('http_request_duration_seconds_count'))
}

async function readCount(series: string): Promise<number> {
  const line = (await registry.metrics()).split('\n').find((candidate) => candidate.startsWith(`${series} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}

test('made-up addresses, ids and queries add no series: routes are identified by their patterns', {
  tags: ['slow'],
}, async () => {
  const ask = (path: string) => shop.api.request('GET', path, { token: customer.token })
  const wander = async () => {
    await ask(`/orders/${randomUUID()}`)
    await ask(`/patients/${randomUUID()}?name=${randomUUID()}`)
    await ask(`/${randomUUID()}`)
    await ask(`/fhir/ServiceRequest/${randomUUID()}`)
    await shop.api.request('POST', '/login', { body: { username: randomUUID(), password: randomUUID() } })
  }
  await wander()
  const before = await requestSeries()
  for (let round = 0; round < 20; round++) await wander()
  // Too many wrong logins are refused with another status on the same route.
  const added = (await requestSeries()).length - before.length
  expect(added).toBeLessThanOrEqual(1)
})

test('the metrics count orders, logins, mails, jobs, outbound calls and queues', async () => {
  const made = await readCount('orders_total{event="made"}')
  const refused = await readCount('security_events_total{event="login",outcome="invalid_credentials"}')
  await shop.placeOrder(customer)
  await shop.api.request('POST', '/login', { body: { username: 'no@mail.example', password: 'not it' } })
  expect(await readCount('orders_total{event="made"}')).toBe(made + 1)
  expect(await readCount('security_events_total{event="login",outcome="invalid_credentials"}')).toBe(
    refused + 1,
  )
  expect(
    await readCount('outbound_request_duration_seconds_count{party="bepaid",status="201"}'),
  ).toBeGreaterThan(0)
  await shop.api.mailServer.take({ to: customer.user.email, subject: /^Order/ })
  const sent = () => readCount('mails_total{template="orderReceived",outcome="sent"}')
  const worked = () => readCount('job_duration_seconds_count{queue="mail",outcome="completed"}')
  await expect.poll(sent).toBeGreaterThan(0)
  await expect.poll(worked).toBeGreaterThan(0)
  const text = await registry.metrics()
  expect(text).toMatch(/^jobs_due\{queue="mail"\} \d+$/m)
  expect(text).toMatch(/^jobs_oldest_due_seconds\{queue="payment-watch"\} [\d.e-]+$/m)
})

test('no metric contains a name, an address, an id, a token or an analysis', async () => {
  const patient = await shop.api.createPatient(customer, {
    firstName: 'Zdzisława',
    lastName: 'Brzęczyszczykiewicz',
  })
  const order = await shop.placeOrder(customer)
  await customer.client.order(order.id)
  await customer.client.patients()
  const text = await registry.metrics()
  const { email } = customer.user
  const codes = [...shop.api.context.catalogue.current().analysesByCode.keys()]
  for (const secret of [patient.id, order.id, customer.token, email, 'Zdzis', 'Brz', 'Anna']) {
    expect(text).not.toContain(secret)
  }
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  expect(text).not.toMatch(/@|ferritin|glucose/i)
  const values = new Set([...text.matchAll(/="([^"]*)"/g)].map(([, value]) => value))
  expect(codes.filter((code) => values.has(code))).toEqual([])
})
