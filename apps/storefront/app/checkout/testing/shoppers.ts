import type { Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import type { TestStorefront } from '../../../server/testing/open-test-storefront.ts'
import { changeCart } from '../../cart/open-cart.server.ts'
import { loadOrders } from '../../orders/load-orders.server.ts'
import type { Shop } from '../../platform/session/shop-context.server.ts'
import { formOf, sent } from '../../testing/test-shop.ts'
import { changeDataConfirmed, loadDataConfirmed } from '../data-confirmed.server.ts'
import { changeNurseCheckoutDate, loadNurseCheckoutDate } from '../nurse-checkout-date.server.ts'

const FERRITIN = '1252'
/** For the urinalysis, 7001: may be brought. */
export const URINE_CONTAINER = 40
const VISIT_PAGE = 'http://shop.example/order/nurse-checkout-time'

/** Chooses the first free time at the branch through the page, and returns it. */
export async function saveFirstTime(shop: Shop): Promise<string> {
  const { week } = await loadNurseCheckoutDate(shop, new URL(VISIT_PAGE))
  const { start } = week.slots.find(({ free }) => free > 0)!
  await changeNurseCheckoutDate(shop, sent(formOf({ nurseCheckoutDate: start })).texts)
  return start
}

/** Customers on their way to an order at a test's storefront, which is open by the time they are called. */
export function shoppersAt(storefront: () => TestStorefront) {
  async function fill(
    shop: Shop,
    patientId: string,
    codes = [FERRITIN],
    decisions: Record<number, boolean> = {},
  ): Promise<void> {
    const analysisIds = codes.map((code) => storefront().analysisId(code))
    await changeCart(shop, ({ records }) => ({
      cart: {
        ...records.cart.body.cart,
        analysisIdsByPatientId: { [patientId]: analysisIds },
        materialDecisions: { [patientId]: decisions },
      },
      result: undefined,
    }))
  }

  /** A customer with ferritin in the cart, at a branch or at home. */
  async function shopper(laboratoryId = 1): Promise<{ customer: Customer; shop: Shop }> {
    const customer = await storefront().customer()
    const shop = storefront().shopOf(customer, { activeLaboratoryId: String(laboratoryId) })
    await fill(shop, customer.patientId)
    return { customer, shop }
  }

  /** Like `shopper`, at a branch and with a free time chosen through the page. */
  async function shopperWithTime(codes?: string[], decisions?: Record<number, boolean>) {
    const { customer, shop } = await shopper()
    await fill(shop, customer.patientId, codes, decisions)
    return { customer, shop, start: await saveFirstTime(shop) }
  }

  /** A customer with an unpaid order: ferritin, or these codes. `decisions`: by container, whether it is bought. */
  async function ordered(codes?: string[], decisions?: Record<number, boolean>) {
    const { customer, shop } = await shopperWithTime(codes, decisions)
    const { laboratoryId, seenTotal } = await loadDataConfirmed(shop)
    await changeDataConfirmed(
      shop,
      sent(formOf({ laboratoryId: String(laboratoryId), seenTotal: String(seenTotal) })),
    )
    const [order] = (await loadOrders(shop, new URLSearchParams())).orders
    return { customer, shop, orderId: order!.id }
  }

  return { fill, shopper, shopperWithTime, ordered }
}
