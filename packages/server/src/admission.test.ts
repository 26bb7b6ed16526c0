import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { expect, test } from 'vitest'
import { type AdmissionOptions, admissionOf, type RefusedRequest } from './admission.ts'
import { areaOf, isSent, type Kind } from './kind-of-work.ts'

interface Holding extends Pick<AdmissionOptions, 'limit'> {
  isBusy: boolean
  /** Whether requests wait for a permit no longer than they do in a shop; absent: as long as the machine needs. */
  isImpatient?: boolean
}

/** By the first part of a path, as a program determines its own. */
const KIND_OF_AREA: Readonly<Record<string, Kind>> = { payments: 'payments', order: 'orders' }

/** A server that holds each request until it is released. A header says which network a request comes from. */
async function startHolding({ limit, isBusy, isImpatient = false }: Holding) {
  const held = new Map<string, ServerResponse>()
  const refused: RefusedRequest[] = []
  let looks = 0
  const admit = admissionOf({
    limit,
    ...(isImpatient ? {} : { waitMs: PATIENCE_MS, permitMs: PATIENCE_MS }),
    addressOf: (request) => (request.headers['x-from'] as string | undefined) ?? null,
    kindOf: (method, path) => {
      if (path === '/live') return null
      if (path.endsWith('.pdf')) return 'papers'
      if (isSent(method)) return ['login', 'register'].includes(areaOf(path)) ? 'logins' : 'forms'
      return KIND_OF_AREA[areaOf(path)] ?? 'pages'
    },
    refuse: (_, response, refusal) => {
      refused.push(refusal)
      response.writeHead(503).end('come back')
    },
    utilization: () => {
      looks++
      return isBusy ? 1 : 0
    },
  })
  const server = createServer((request, response) =>
    admit(request, response, () => void held.set(request.url!, response)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, init)).status
  await expect.poll(() => looks).toBeGreaterThan(0)
  return {
    ask,
    refused,
    held: () => [...held.keys()],
    isHeld: (path: string) => expect.poll(() => held.has(path)).toBe(true),
    answer: (path: string) => held.get(path)!.end('done'),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a busy process works on a limited number of pages, others must come back later, and free permits are passed on', {
  tags: ['ASVS-15.2.2'],
}, async () => {
  const impatient = await startHolding({ limit: 2, isBusy: true, isImpatient: true })
  const refusing = ['/one', '/two'].map((path) => impatient.ask(path))
  await Promise.all([impatient.isHeld('/one'), impatient.isHeld('/two')])
  expect(await impatient.ask('/patients')).toBe(503)
  expect(impatient.refused).toEqual([{ kind: 'pages', reason: 'waited', ms: 1_500 }])
  for (const path of ['/one', '/two']) impatient.answer(path)
  expect(await Promise.all(refusing)).toEqual([200, 200])
  impatient.close()

  const server = await startHolding({ limit: 2, isBusy: true })
  const [one, two] = [server.ask('/one'), server.ask('/two')]
  await Promise.all([server.isHeld('/one'), server.isHeld('/two')])
  for (const path of ['/healthz', '/readyz', '/live', '/order/cart', '/payments/bepaid']) {
    const answer = server.ask(path)
    await server.isHeld(path)
    server.answer(path)
    expect(await answer).toBe(200)
  }
  const next = server.ask('/next')
  expect(server.held()).not.toContain('/next')
  server.answer('/one')
  await server.isHeld('/next')
  server.answer('/next')
  server.answer('/two')
  expect(await Promise.all([one, two, next])).toEqual([200, 200, 200])
  server.close()
})

test('orders are limited too, and of those that wait orders go first, then forms, then pages', async () => {
  const server = await startHolding({ limit: 1, isBusy: true })
  const orders = ['1', '2', '3', '4'].map((name) => `/order/${name}`)
  const underWay = [...orders, '/page'].map((path) => server.ask(path))
  await Promise.all([...orders, '/page'].map((path) => server.isHeld(path)))
  const page = server.ask('/later')
  const form = server.ask('/settings', { method: 'POST', body: 'x' })
  const order = server.ask('/order/5')
  server.answer('/order/1')
  await server.isHeld('/order/5')
  expect(server.held()).not.toContain('/settings')
  server.answer('/page')
  await server.isHeld('/settings')
  expect(server.held()).not.toContain('/later')
  server.answer('/settings')
  await server.isHeld('/later')
  for (const path of ['/order/2', '/order/3', '/order/4', '/order/5', '/later']) server.answer(path)
  expect(await Promise.all([...underWay, page, form, order])).toEqual(Array(8).fill(200))
  server.close()
})

test.each([
  ['logins', ['/login', '/register'], { method: 'POST', body: 'x' }],
  ['papers', ['/test-results/1/patients/2/report.pdf', '/orders/3/receipt.pdf?locale=ru'], {}],
] as const)(
  '%s, which wait for a thread, hold up no page, and few run at the same time',
  async (_, [one, other], init) => {
    const server = await startHolding({ limit: 1, isBusy: true })
    const first = server.ask(one, init)
    await server.isHeld(one)
    const second = server.ask(other, init)
    const page = server.ask('/page')
    await server.isHeld('/page')
    server.answer('/page')
    expect(await page).toBe(200)
    expect(server.held()).not.toContain(other)
    server.answer(one)
    await server.isHeld(other)
    server.answer(other)
    expect(await Promise.all([first, second])).toEqual([200, 200])
    server.close()
  },
)

test('one network does not take all the places of a busy process', async () => {
  const server = await startHolding({ limit: 1, isBusy: true })
  const from = (address: string) => ({ headers: { 'X-From': address } })
  const first = server.ask('/first', from('192.0.2.7'))
  await server.isHeld('/first')
  const many = Array.from({ length: 40 }, (_, index) => server.ask(`/${index}`, from('192.0.2.7')))
  await expect.poll(() => server.refused.length).toBeGreaterThanOrEqual(17)
  expect(server.refused.slice(0, 17).every(({ reason }) => reason === 'network')).toBe(true)
  const other = server.ask('/other', from('198.51.100.9'))
  server.answer('/first')
  expect(await first).toBe(200)
  server.close()
  await Promise.allSettled([...many, other])
})

test('a process that only waits accepts every request', async () => {
  const server = await startHolding({ limit: 1, isBusy: false })
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`)
  const answers = paths.map((path) => server.ask(path))
  await Promise.all(paths.map((path) => server.isHeld(path)))
  for (const path of paths) server.answer(path)
  expect(await Promise.all(answers)).toEqual(paths.map(() => 200))
  server.close()
})
