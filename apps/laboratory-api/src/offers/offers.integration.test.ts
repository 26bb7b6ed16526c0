import { todayIn } from '@shop/domain/age'
import { desc, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { assortmentForCart } from '../catalogue/cart-assortment.ts'
import { createCatalogueStore } from '../catalogue/catalogue-store.ts'
import { importCatalogue } from '../catalogue/import/import-catalogue.ts'
import { countVersion } from '../catalogue/import/store-catalogue.ts'
import { catalogueEditions, comingPrices, withheldOffers } from '../catalogue/tables.ts'
import {
  analysisEntry,
  catalogueFolder,
  laboratoryEntry,
  smallCatalogue,
} from '../catalogue/testing/catalogue-files.ts'
import { settlePrices } from '../editions/editions.ts'
import { createStaff, everywhere, type TestStaff } from '../staff/testing/staff-fixture.ts'
import { apiOfFile, DAY } from '../testing/api-of-file.ts'

// Monday noon in Minsk; later than the clock of any machine, since the database already has an edition.
const MONDAY = '2040-03-05T09:00:00Z'
const house = apiOfFile(MONDAY)
const ZONE = 'Europe/Minsk'
const laboratories = [
  laboratoryEntry(),
  laboratoryEntry({ id: 2, isCallable: true }),
  laboratoryEntry({ id: 3 }),
]
const folder = catalogueFolder(smallCatalogue({ laboratories }))
let staff: TestStaff
// Each test starts on that Monday with this catalogue: nothing is planned, and everything is offered.
beforeEach(async () => {
  await at(MONDAY)
  const { database } = house
  await database.queries.delete(comingPrices)
  await database.queries.delete(withheldOffers)
  await importCatalogue({ database, folder, now: () => house.clock.now })
  await database.transaction(countVersion)
  await house.api.context.catalogue.refresh()
})

const idOf = (code: string) => house.api.context.catalogue.current().analysesByCode.get(code)!.id
const profileId = () => {
  const { profiles } = house.api.context.catalogue.current()
  return [...profiles.values()].find(({ isWithdrawn }) => !isWithdrawn)!.id
}
const charged = (code: string, laboratoryId = 1) =>
  assortmentForCart({
    snapshot: house.api.context.catalogue.current(),
    laboratoryId,
    locale: 'en',
  })!.analyses.get(idOf(code))?.price?.amount
const plan = (fromDay: string, ...prices: [code: string, price: number][]) =>
  staff.client.planPrices({
    priceListId: 1,
    fromDay,
    prices: prices.map(([code, price]) => ({ analysisId: idOf(code), price })),
  })
const coming = async () => (await staff.client.offersOverview()).coming
/** Sets the clock. Minsk is three hours ahead of UTC. */
async function at(instant: string): Promise<void> {
  house.clock.now = new Date(instant)
  // A session lasts twelve hours.
  staff = await createStaff(house.api, everywhere('catalogue'))
}

test('a price begins with its day in the business zone, in every process; until then the old one is charged', async () => {
  await plan('2040-03-07', ['2001', 20], ['2002', 31.4])
  expect(await coming()).toMatchObject([
    {
      code: '2001',
      fromDay: '2040-03-07',
      price: { price: 20, currency: 'BYN' },
      priceNow: { price: 18.5 },
      changedBy: 'Olga Novik',
      version: 1,
    },
    { code: '2002', price: { price: 31.4 } },
  ])
  const { context } = house.api
  const clock = { now: () => house.clock.now, zone: ZONE }
  const other = await createCatalogueStore({ database: house.database, logger: context.logger, clock })
  const guest = house.api.client()
  const listed = async () =>
    (await guest.analyses({ laboratoryId: 1 })).map(({ code, prices }) => [code, prices[0]!.price])
  const before = await guest.ifChanged(undefined).analyses({ laboratoryId: 1 })
  await at('2040-03-06T20:59:59.999Z')
  expect([charged('2001'), charged('2002')]).toEqual([1850, 1850])
  expect(await listed()).toEqual([
    ['2001', 18.5],
    ['2002', 18.5],
  ])
  await at('2040-03-06T21:00:00Z')
  expect([charged('2001'), charged('2002'), charged('2001', 2)]).toEqual([2000, 3140, 2000])
  expect(await listed()).toEqual([
    ['2001', 20],
    ['2002', 31.4],
  ])
  // A cached copy is no longer valid.
  expect(await guest.ifChanged(before!.etag).analyses({ laboratoryId: 1 })).not.toBeNull()
  expect(other.current().analysesByCode.get('2001')!.prices[0]!.money.amount).toBe(2000)
  // A price that has begun is no longer coming, and cannot be removed.
  expect(await coming()).toEqual([])
  const [row] = await house.database.queries.select().from(comingPrices)
  await expect(staff.client.removeComingPrice(row!.id, { version: 1 })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('prices that have begun are written into an edition, once, and an upload is compared with what is charged', async () => {
  await plan('2040-03-07', ['2001', 20], ['2002', 31.4])
  await at('2040-03-06T21:00:00Z')
  await Promise.all([settlePrices(house.api.context), settlePrices(house.api.context)])
  expect(await house.database.queries.select().from(comingPrices)).toEqual([])
  expect([charged('2001'), charged('2002')]).toEqual([2000, 3140])
  const [newest, before] = await house.database.queries
    .select()
    .from(catalogueEditions)
    .where(isNotNull(catalogueEditions.publication))
    .orderBy(desc(catalogueEditions.publication))
  expect([newest!.origin, before!.origin]).toEqual(['price', 'command'])
  const { changes } = await staff.client.previewEdition(before!.id, {})
  expect(changes.map(({ key, fields }) => [key, fields])).toEqual([
    ['2001', [{ field: 'prices.BYN', before: '20', after: '18.5' }]],
    ['2002', [{ field: 'prices.BYN', before: '31.4', after: '18.5' }]],
  ])
  // Due, but not written yet: the upload is compared with what is charged.
  await plan('2040-03-08', ['2001', 21])
  await at('2040-03-08T09:00:00Z')
  const { id } = await staff.client.uploadCatalogue({ note: '', files: { rules: '[]' } })
  const preview = await staff.client.previewEdition(id)
  expect(preview.changes.map(({ part, change }) => [part, change])).toEqual([['rules', 'withdrawn']])
  await staff.client.publishEdition(id, { version: preview.version })
  expect(charged('2001')).toBe(2100)
})

test('a coming price is changed or removed in the version that was read; a concurrent change sees who was first', async () => {
  await plan('2040-04-01', ['2001', 25])
  const [price] = await coming()
  await expect(plan('2040-04-01', ['2002', 30], ['2001', 26])).rejects.toMatchObject({
    status: 409,
    code: 'stale_write',
    body: { changed: { by: 'Olga Novik', change: 'comingPrice' } },
  })
  const change = (body: object) =>
    staff.client.changeComingPrice(price!.id, { fromDay: '2040-04-02', price: 27.5, version: 1, ...body })
  const answers = await Promise.allSettled([change({}), change({ price: 28 })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [changed] = await coming()
  expect(changed).toMatchObject({ fromDay: '2040-04-02', version: 2 })
  await plan('2040-04-05', ['2001', 29])
  await expect(change({ fromDay: '2040-04-05', version: 2 })).rejects.toMatchObject({ code: 'conflict' })
  await expect(staff.client.removeComingPrice(price!.id, { version: 1 })).rejects.toMatchObject({
    code: 'stale_write',
  })
  await staff.client.removeComingPrice(price!.id, { version: 2 })
  await expect(staff.client.removeComingPrice(price!.id, { version: 2 })).rejects.toMatchObject({
    status: 404,
  })
  expect((await coming()).map(({ fromDay }) => fromDay)).toEqual(['2040-04-05'])
  const rows = await house.database.queries
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.kind, 'comingPrice'))
  const own = rows.filter(({ objectId }) => objectId === String(price!.id))
  expect(own.map(({ action }) => action).toSorted()).toEqual(['create', 'delete', 'update'])
})

test('prices from today, in the far future, for a test that is not sold or from a role for some laboratories are refused', async () => {
  const today = todayIn(ZONE, house.clock.now)
  for (const day of [today, '2040-01-01', '2043-01-01']) {
    await expect(plan(day, ['2001', 30]), day).rejects.toMatchObject({ status: 422, code: 'invalid_fields' })
  }
  const nothing = { priceListId: 1, fromDay: '2040-05-01', prices: [{ analysisId: 999_999, price: 3 }] }
  await expect(staff.client.planPrices(nothing)).rejects.toMatchObject({ code: 'invalid_fields' })
  for (const price of [0, 18.555, 18.5500000001, 0.1 + 0.2]) {
    await expect(plan('2040-05-01', ['2001', price])).rejects.toMatchObject({ code: 'invalid_fields' })
  }
  const { client } = await createStaff(house.api, { role: 'catalogue', laboratoryIds: [1] })
  const some = { priceListId: 1, fromDay: '2040-05-01', prices: [{ analysisId: idOf('2001'), price: 3 }] }
  await expect(client.planPrices(some)).rejects.toMatchObject({ status: 403 })
})

test('a whole price list begins on a day; a draft that changes more than prices is refused', async () => {
  const { analyses } = smallCatalogue()
  const dearer = (more: number) =>
    JSON.stringify(analyses.map((entry) => ({ ...entry, prices: { ...entry.prices, BYN: 40 + more } })))
  const upload = async (files: Record<string, string>) =>
    (await staff.client.uploadCatalogue({ note: '', files })).id
  const planDraft = async (id: string, fromDay = '2040-06-01') => {
    const { version } = await staff.client.previewEdition(id)
    return staff.client.planEdition(id, { version, fromDay })
  }
  const id = await upload({ analyses: dearer(0) })
  expect(await staff.client.previewEdition(id)).toMatchObject({ isOfPrices: true })
  expect(await planDraft(id)).toEqual({ count: 2 })
  // The list was corrected before its day.
  expect(await planDraft(await upload({ analyses: dearer(1) }))).toEqual({ count: 2 })
  const planned = (await coming()).filter(({ fromDay }) => fromDay === '2040-06-01')
  expect(planned.map(({ code, price, version }) => [code, price.price, version])).toEqual([
    ['2001', 41, 2],
    ['2002', 41, 2],
  ])
  const more = await upload({ analyses: JSON.stringify([analysisEntry({ name: 'Renamed' }), analyses[1]]) })
  await expect(planDraft(more)).rejects.toMatchObject({ code: 'conflict' })
  await expect(staff.client.planEdition(id, { version: 1, fromDay: '2040-06-02' })).rejects.toMatchObject({
    code: 'stale_write',
  })
})

test('a test that is switched off at one laboratory is still offered elsewhere, and can be switched on again', async () => {
  const guest = house.api.client()
  const id = idOf('2001')
  const offered = async (laboratoryId: number) => (await guest.analysis(id, { laboratoryId }))!.isOffered
  expect(await staff.client.switchOffer('analysis', id, 1, { isOffered: false })).toEqual({
    isOffered: false,
    isChanged: true,
  })
  // Switching it off twice changes nothing.
  expect(await staff.client.switchOffer('analysis', id, 1, { isOffered: false })).toMatchObject({
    isChanged: false,
  })
  expect([await offered(1), await offered(2), await offered(3)]).toEqual([false, true, true])
  const codes = async (laboratoryId: number) =>
    (await guest.analyses({ laboratoryId })).map(({ code }) => code)
  expect([await codes(1), await codes(3)]).toEqual([['2002'], ['2001', '2002']])
  // A profile is offered where all of its tests are.
  expect([
    await guest.profiles({ laboratoryId: 1 }),
    (await guest.profiles({ laboratoryId: 3 })).length,
  ]).toEqual([[], 1])
  const { laboratories } = await staff.client.deskOffer('analysis', id)
  expect(laboratories.find((laboratory) => laboratory.id === 1)).toMatchObject({
    visitKind: 'branch',
    isOffered: false,
    withheld: { by: 'Olga Novik' },
  })
  expect((await staff.client.offersOverview()).withheld).toMatchObject([
    { kind: 'analysis', code: '2001', laboratoryId: 1 },
  ])
  // An import does not switch it on again.
  await importCatalogue({
    database: house.database,
    folder: catalogueFolder(smallCatalogue()),
    now: () => new Date(house.clock.now.getTime() + DAY),
  })
  await house.api.context.catalogue.refresh()
  expect(await offered(1)).toBe(false)
  // Switched off everywhere: not in the shop, but still found at the desk.
  await staff.client.switchOffer('analysis', id, 2, { isOffered: false })
  expect((await guest.analysis(id, {})).isOffered).toBe(false)
  expect((await staff.client.findOffers({ searchNameTerm: 'TSH' })).map(({ code }) => code)).toContain('2001')
  for (const laboratory of [1, 2])
    await staff.client.switchOffer('analysis', id, laboratory, { isOffered: true })
  expect([await offered(1), (await guest.analysis(id, {})).isOffered]).toEqual([true, true])
})

test('a profile is switched off without its analyses, and a laboratory outside the role’s scope cannot be changed', async () => {
  const guest = house.api.client()
  const { client } = await createStaff(house.api, { role: 'catalogue', laboratoryIds: [2] })
  await client.switchOffer('profile', profileId(), 2, { isOffered: false })
  expect(await guest.profiles({ laboratoryId: 2 })).toEqual([])
  expect(await guest.analyses({ laboratoryId: 2 })).toHaveLength(2)
  await expect(client.switchOffer('profile', profileId(), 1, { isOffered: false })).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    staff.client.switchOffer('profile', profileId(), 77, { isOffered: false }),
  ).rejects.toMatchObject({ status: 404 })
  expect(
    (await client.deskOffer('profile', profileId())).laboratories.map(({ id, mayChange }) => [id, mayChange]),
  ).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ])
})

test('a role for some laboratories is told only what its own do not offer, and how many those are', async () => {
  const id = idOf('2002')
  for (const laboratory of [1, 2])
    await staff.client.switchOffer('analysis', id, laboratory, { isOffered: false })
  const { client } = await createStaff(house.api, { role: 'catalogue', laboratoryIds: [1] })
  const { withheld, withheldCount } = await client.offersOverview()
  expect(withheld.map(({ laboratoryId }) => laboratoryId)).toEqual([1])
  expect(withheldCount).toBe(1)
  const all = await staff.client.offersOverview()
  expect(all.withheldCount).toBe(all.withheld.length)
  for (const laboratory of [1, 2])
    await staff.client.switchOffer('analysis', id, laboratory, { isOffered: true })
})
