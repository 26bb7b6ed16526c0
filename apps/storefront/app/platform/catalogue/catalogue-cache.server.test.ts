import { createMainApiClient } from '@shop/contract/main-api-client'
import { UNKNOWN_OPERATION } from '@shop/contract/problem-members'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTestShop, problem } from '../../testing/test-shop.ts'
import { createShopMemory, secondsToKeep } from '../cache/shop-memory.server.ts'
import {
  type CatalogueReader,
  readCallableRegions,
  readLaboratories,
  recheckCatalogue,
} from './catalogue-cache.server.ts'

interface Played {
  /** What the main API has now. */
  version: string
  isDown: boolean
  /** Status codes of its answers so far. */
  answered: number[]
}

/** A reader in front of a main API that answers 304 to its own ETag. Its clock moves only when told to. */
function createReader() {
  const played: Played = { version: 'one', isDown: false, answered: [] }
  const clock = { ms: 1_000_000 }
  async function answer(_: string, init: RequestInit): Promise<Response> {
    if (played.isDown) throw new TypeError('connection refused')
    const etag = `"${played.version}"`
    const isKnown = new Headers(init.headers).get('If-None-Match') === etag
    played.answered.push(isKnown ? 304 : 200)
    const laboratories = [{ id: 1, type: 'PHYSICAL', aboutLink: played.version }]
    return isKnown
      ? new Response(null, { status: 304, headers: { ETag: etag } })
      : Response.json(laboratories, { headers: { ETag: etag } })
  }
  const reader: CatalogueReader = {
    locale: 'en',
    logger: pino({ level: 'silent' }),
    now: () => new Date(clock.ms),
    memory: createShopMemory(() => new Date(clock.ms)),
    createApi: (options) =>
      createMainApiClient({ root: 'http://api.test', trusted: true, fetch: answer, ...options }),
  }
  const read = async () => (await readLaboratories(reader)).get(1)?.aboutLink
  return { reader, played, clock, read }
}

test('the catalogue is requested once while its copy is trusted', async () => {
  const { read, played } = createReader()
  expect(await Promise.all([read(), read(), read()])).toEqual(['one', 'one', 'one'])
  expect(await read()).toBe('one')
  expect(played.answered).toEqual([200])
})

test('an old copy is revalidated and kept when nothing has changed', async () => {
  const { read, played, clock } = createReader()
  await read()
  clock.ms += 5_000
  expect(await read()).toBe('one')
  await read()
  expect(played.answered).toEqual([200, 304])
})

test('a change shows within seconds', async () => {
  const { read, played, clock } = createReader()
  await read()
  played.version = 'two'
  clock.ms += 5_000
  expect(await read()).toBe('two')
})

test('no copy is trusted across the start of a day', async () => {
  const { read, played, clock } = createReader()
  clock.ms = Date.parse('2040-03-01T21:00:00Z') - 500
  await read()
  played.version = 'two'
  clock.ms += 400
  expect(await read()).toBe('one')
  clock.ms += 100
  expect(await read()).toBe('two')
  expect(secondsToKeep(10, new Date(clock.ms - 500))).toBe(0)
  expect(secondsToKeep(10, new Date(clock.ms))).toBe(10)
})

test('a change shows immediately once the copies are marked for a recheck', async () => {
  const { reader, read, played } = createReader()
  await read()
  played.version = 'two'
  recheckCatalogue(reader)
  expect(await read()).toBe('two')
})

test('while the main API is away the last copy is served, and is revalidated later', async () => {
  const { read, played, clock } = createReader()
  await read()
  played.isDown = true
  clock.ms += 5_000
  expect(await read()).toBe('one')
  played.isDown = false
  played.version = 'two'
  clock.ms += 5_000
  expect(await read()).toBe('two')
})

test('without a copy, an unreachable main API is reported', async () => {
  const { read, played } = createReader()
  played.isDown = true
  await expect(read()).rejects.toThrow('Api client caught error')
  played.isDown = false
  expect(await read()).toBe('one')
})

test('each language has its own copy', async () => {
  const { reader, played } = createReader()
  await readLaboratories(reader)
  await readLaboratories({ ...reader, locale: 'ru' })
  expect(played.answered).toEqual([200, 200])
})

test('regions are those of the main API; its previous release lacks them and gets the list of before until the first answer', async () => {
  const minsk = { id: 1, name: 'Минск', names: { en: 'Minsk', ru: 'Минск', pl: 'Mińsk', be: 'Мінск' } }
  const imported = [{ ...minsk, price: { price: 41, currency: 'BYN' }, isActive: true }]
  const unknown = () => problem('not_found', UNKNOWN_OPERATION)
  const played = { answer: unknown }
  const clock = { ms: 1_000_000 }
  const answers = { 'GET callable-regions': () => played.answer() }
  const { shop } = createTestShop(answers, { now: () => new Date(clock.ms) })
  expect((await readCallableRegions(shop)).byId.size).toBe(125)
  played.answer = () => Response.json(imported)
  clock.ms += 5_000
  expect([...(await readCallableRegions(shop)).byId.values()]).toEqual(imported)
  played.answer = unknown
  clock.ms += 5_000
  expect((await readCallableRegions(shop)).byId.size).toBe(1)
})
