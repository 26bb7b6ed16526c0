import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { importCatalogue } from '@shop/laboratory-api/catalogue/import/import-catalogue'
import { projectFiles } from '@shop/server/project-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  HOME_LABORATORY,
  openTestStorefront,
  type TestStorefront,
} from '../../server/testing/open-test-storefront.ts'
import { openCart } from '../cart/open-cart.server.ts'
import { changeCallDetails, loadCallDetails } from './call-details.server.ts'
import { createOrder } from './create-order.server.ts'
import { loadDataConfirmed } from './data-confirmed.server.ts'
import { loadDateOrCall } from './date-or-call.server.ts'
import { shoppersAt } from './testing/shoppers.ts'

const CALL_PAGE = new URL('http://shop.example/order/call-details')

let storefront: TestStorefront
const { shopper } = shoppersAt(() => storefront)
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

interface RegionEntry {
  id: number
  name: string
  nameEn: string
  namePl: string
  nameBe: string
  price: { price: number }
  isActive: boolean
}

/** Imports the demo catalogue with other regions, as a network does with a new price list. */
async function importRegions(
  change: (regions: RegionEntry[]) => RegionEntry[],
  minutesSince = 1,
): Promise<void> {
  const folder = temporaryFolder('regions')
  cpSync(join(projectFiles, 'catalogue'), folder, { recursive: true })
  const file = join(folder, 'callable-regions.json')
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))))
  expect((await importCatalogue({ database: storefront.database, folder })).refused).toEqual([])
  await storefront.laboratory.api.context.catalogue.refresh()
  // The copies of the storefront are trusted for two seconds.
  storefront.laboratory.clock.pass(minutesSince)
}

/** A customer with a time for a home visit in this region, chosen through the page. */
async function expectingAt(regionName: string) {
  const { shop } = await shopper(HOME_LABORATORY)
  const { week } = await loadCallDetails(shop, CALL_PAGE)
  const { start } = week.slots.find(({ free }) => free > 0)!
  const address = { regionName, street: 'улица Сурганова, 42', phone: '+375290001234' }
  await changeCallDetails(shop, { ...address, visitDate: start })
  return shop
}

test('a region’s imported price is shown, told as a change, and ordered', async () => {
  const shop = await expectingAt('Minsk')
  const before = await loadDataConfirmed(shop)
  expect(before.summary.delivery).toEqual({ regionName: 'Minsk', price: { price: 33, currency: 'BYN' } })
  await importRegions((regions) =>
    regions.map((region) => ({ ...region, price: { ...region.price, price: region.id === 1 ? 41 : 60 } })),
  )
  const order = { shop, laboratoryId: HOME_LABORATORY }
  const tooCheap = createOrder({ ...order, seenTotal: before.seenTotal, seenOrder: before.seenOrder })
  await expect(tooCheap).rejects.toMatchObject({ code: 'price_changed' })
  expect((await loadDateOrCall(shop)).lowestCallPrice).toEqual({ price: 41, currency: 'BYN' })
  const after = await loadDataConfirmed(shop)
  expect(after.summary.delivery?.price).toEqual({ price: 41, currency: 'BYN' })
  expect(after.seenTotal).toBe(before.seenTotal + 800)
  const { orderId } = await createOrder({ ...order, seenTotal: after.seenTotal, seenOrder: after.seenOrder })
  expect((await shop.api.order(orderId)).deliveryPrice).toEqual({ price: 41, currency: 'BYN' })
})

test('a new region is offered; a visit to one that is gone is not chosen any more, and its address stays', async () => {
  const shop = await expectingAt('Senitsa')
  const { laboratoryId, seenTotal } = await loadDataConfirmed(shop)
  await importRegions((regions) =>
    regions
      .filter(({ nameEn }) => nameEn !== 'Senitsa')
      .concat({
        ...regions[0]!,
        id: 9001,
        name: 'Небывалово',
        nameEn: 'Nebyvalovo',
        namePl: 'Niebywałowo',
        nameBe: 'Небывалава',
      }),
  )
  const { regions, values } = await loadCallDetails(shop, CALL_PAGE)
  expect(regions.map(({ shown }) => shown)).toContain('Nebyvalovo')
  expect(regions.map(({ shown }) => shown)).not.toContain('Senitsa')
  expect(values).toMatchObject({ regionName: '', street: 'улица Сурганова, 42' })
  expect((await openCart(shop)).records.draft.body.homeCall?.visitDate).toBe('')
  await expect(createOrder({ shop, laboratoryId, seenTotal })).rejects.toMatchObject({
    code: 'visit_not_chosen',
  })
  await expect(loadDataConfirmed(shop)).rejects.toMatchObject({ status: 302 })
  const next = await expectingAt('Nebyvalovo')
  expect((await loadDataConfirmed(next)).summary.delivery?.regionName).toBe('Nebyvalovo')
})

test('while nurses visit no place, and when a region goes in the moment of the order, another visit is asked for', async () => {
  const [paused, late] = [await expectingAt('Minsk'), await expectingAt('Minsk')]
  const { laboratoryId, seenTotal } = await loadDataConfirmed(late)
  // The copy that the storefront trusts still has them.
  await openCart(late)
  await importRegions((regions) => regions.map((region) => ({ ...region, isActive: false })), 0)
  await expect(createOrder({ shop: late, laboratoryId, seenTotal })).rejects.toMatchObject({
    code: 'visit_not_chosen',
  })
  expect((await loadDateOrCall(paused)).lowestCallPrice).toBeNull()
  await expect(loadDataConfirmed(paused)).rejects.toMatchObject({ status: 302 })
})
