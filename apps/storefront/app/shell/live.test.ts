import { beforeEach, expect, test, vi } from 'vitest'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { answerCall } from '../testing/answer-call.ts'
import { createTestShop, problem } from '../testing/test-shop.ts'

const USER = {
  id: '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10',
  username: 'anna@example.com',
  firstName: 'Anna',
  lastName: 'Kowalska',
  email: 'anna@example.com',
  emailConfirmed: true,
  phone: null,
  dateOfBirth: null,
  gender: null,
  locale: 'en',
  documentsToAccept: [],
  waitingOrder: null,
}

beforeEach(() => void vi.useFakeTimers())

const openLive = (shop: Shop, signal?: AbortSignal) =>
  answerCall(shop, new Request('http://shop.test/live', { ...(signal ? { signal } : {}) }))

let viewers = 0
/** A shop with a main API whose account version the test changes. */
function liveShop() {
  viewers += 1
  const main = { version: 'a' as string | null }
  const { shop } = createTestShop(
    {
      'GET users/current': USER,
      'GET users/current/version': () =>
        main.version === null ? problem('unauthorized') : { version: main.version },
    },
    { token: `token ${viewers}` },
  )
  const gone = new AbortController()
  return { main, gone, open: () => openLive(shop, gone.signal) }
}

/** Everything received from a stream so far. */
function listenTo(answer: Response) {
  const heard = { text: '', isOver: false }
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) heard.text += part.value
    heard.isOver = true
  }
  read()
  return heard
}

test('while the main API is away the page is asked to come back, as by every other address', async () => {
  const { shop } = createTestShop({ 'GET users/current': problem('not_ready') }, { token: 'token' })
  const answer = await openLive(shop)
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '4'])
})

test('an open page is notified of a change once, and otherwise receives heartbeats', async () => {
  const { main, gone, open } = liveShop()
  const answer = await open()
  expect(answer.headers.get('Content-Type')).toBe('text/event-stream')
  const heard = listenTo(answer)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(heard.text).not.toContain('changed')
  main.version = 'b'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(heard.text.match(/event: changed\ndata:\n\n/g)).toHaveLength(1)
  expect(heard.text).toContain('\n:\n\n')
  gone.abort()
})

test('a stream ends with the session, with the page, and after ten minutes', async () => {
  const loggedOut = liveShop()
  const left = liveShop()
  const long = liveShop()
  const [one, two, three] = await Promise.all(
    [loggedOut, left, long].map(async ({ open }) => listenTo(await open())),
  )
  loggedOut.main.version = null
  left.gone.abort()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([one?.isOver, two?.isOver, three?.isOver]).toEqual([true, true, false])
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(three?.isOver).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('an account has at most four streams, and one that ends makes room for another', async () => {
  const { open, gone } = liveShop()
  const answers = [await open(), await open(), await open(), await open()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await open()).status).toBe(429)
  await answers[0]?.body?.cancel()
  expect((await open()).status).toBe(200)
  gone.abort()
})

test('a guest and a logged-out customer are refused a stream', async () => {
  const guest = createTestShop({}).shop
  expect((await openLive(guest)).status).toBe(401)
  const { main, open } = liveShop()
  main.version = null
  expect((await open()).status).toBe(401)
})
