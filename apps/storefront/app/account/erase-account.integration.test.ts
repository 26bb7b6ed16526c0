import { users } from '@shop/laboratory-api/accounts/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { loadCart } from '../cart/load-cart.server.ts'
import { changeCart, changeOrderDraft } from '../cart/open-cart.server.ts'
import { formOwnerOf, keepFormForLogin } from '../platform/forms/form-draft.server.ts'
import { personalRecordsOf } from '../platform/records/personal-records.server.ts'
import { sweepRecords } from '../platform/records/sweep-records.server.ts'
import { outcomeOf } from '../testing/test-shop.ts'
import { eraseAccount } from './settings.server.ts'

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

/** A customer with a cart and a typed address; `owner` is the account's id. */
async function shopper() {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer)
  await changeCart(shop, ({ records }) => ({
    cart: {
      ...records.cart.body.cart,
      analysisIdsByPatientId: { [customer.patientId]: [storefront.analysisId('1252')] },
    },
    result: undefined,
  }))
  await changeOrderDraft(shop, (draft) => ({ ...draft, typedCall: { street: 'улица Сурганова' } }))
  return { customer, shop, owner: customer.user.id }
}

const held = async (owner: string) => {
  const records = await personalRecordsOf(storefront.database.queries, owner)
  return records.map(({ key }) => key.split('/').slice(1, 4).join('/'))
}

/** Keeps a form of the account, as happens when its session ends. */
async function keepForm({ shop, owner }: Awaited<ReturnType<typeof shopper>>) {
  const form = { formOwner: formOwnerOf(owner), intent: 'editProfile', firstName: 'Hanna' }
  await keepFormForLogin(shop, '/login?pathnameToReturn=%2Fsettings', form)
}
const heldForms = (owner: string) => held(formOwnerOf(owner))

test('an erased account is logged out and its cart, address and kept form are deleted, but no one else’s', async () => {
  const erased = await shopper()
  const { customer, shop, owner } = erased
  const other = await shopper()
  for (const one of [erased, other]) await keepForm(one)
  expect(await heldForms(owner)).toHaveLength(1)
  expect(await held(owner)).toEqual(['storage/synlab/carts', 'storage/synlab/order-details'])
  const { location } = outcomeOf(await eraseAccount({ shop, texts: { password: customer.password } }))
  expect(location).toBe('/login?accountErased=1')
  expect(shop.cookies.get('authToken')).toBeUndefined()
  expect([await held(owner), await heldForms(owner)]).toEqual([[], []])
  expect(await held(other.owner)).toHaveLength(2)
  expect(await heldForms(other.owner)).toHaveLength(1)
})

test('carts and forms of accounts erased at the main API are swept, and so are forms kept too long', async () => {
  const gone = await shopper()
  const stays = await shopper()
  for (const one of [gone, stays]) await keepForm(one)
  await gone.shop.api.eraseAccount({ password: gone.customer.password })
  expect(await held(gone.owner)).toHaveLength(2)
  expect(await heldForms(gone.owner)).toHaveLength(1)
  const kept = () => heldForms(stays.owner)
  await sweepRecords(stays.shop)
  expect([await held(gone.owner), await held(stays.owner), await kept()].map(({ length }) => length)).toEqual(
    [0, 2, 1],
  )
  expect(await heldForms(gone.owner)).toEqual([])
  const later = new Date(stays.shop.now().getTime() + 61 * 60_000)
  await sweepRecords({ ...stays.shop, now: () => later })
  expect([await held(stays.owner), await kept()].map(({ length }) => length)).toEqual([2, 0])
})

test('the cart of a restricted account says from the first step on that nothing can be ordered', async () => {
  const { shop, owner, customer } = await shopper()
  expect((await loadCart(shop)).isRestricted).toBe(false)
  await storefront.database.queries.update(users).set({ restrictedAt: new Date() }).where(eq(users.id, owner))
  expect((await loadCart(storefront.shopOf(customer))).isRestricted).toBe(true)
})

test('carts of a restricted account stay however old, and are deleted once the restriction ends', async () => {
  const [restricted, other] = [await shopper(), await shopper()]
  const restrict = (restrictedAt: Date | null) =>
    storefront.database.queries.update(users).set({ restrictedAt }).where(eq(users.id, restricted.owner))
  await restrict(new Date())
  const sweep = () => {
    const later = new Date(other.shop.now().getTime() + 366 * 24 * 60 * 60_000)
    return sweepRecords({ ...other.shop, now: () => later })
  }
  await sweep()
  expect([await held(restricted.owner), await held(other.owner)].map(({ length }) => length)).toEqual([2, 0])
  await restrict(null)
  await sweep()
  expect(await held(restricted.owner)).toEqual([])
})

test('a wrong password leaves the cart and the address', async () => {
  const { shop, owner } = await shopper()
  expect(outcomeOf(await eraseAccount({ shop, texts: { password: 'not this one' } })).failure).toBeDefined()
  expect(await held(owner)).toHaveLength(2)
})
