import type { Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import type { TestStorefront } from '../../../server/testing/open-test-storefront.ts'
import { changeCart } from '../../cart/change-cart.server.ts'
import { loadOrders } from '../../orders/orders-view.server.ts'
import type { Shop } from '../../platform/session/shop-context.server.ts'
import { formOf, sent } from '../../testing/test-shop.ts'
import { loadDataConfirmed, submitOrder } from '../data-confirmed.server.ts'
import { loadNurseCheckoutDate, saveNurseCheckoutDate } from '../visit-steps.server.ts'

const FERRITIN = '1252'
const VISIT_PAGE = 'http://shop.example/order/nurse-checkout-time'

/** People on their way to an order at a test's storefront, which is open by the time they are called. */
export function shoppersAt(storefront: () => TestStorefront) {
  async function fill(shop: Shop, patientId: string, codes = [FERRITIN]): Promise<void> {
    const analysisIds = codes.map((code) => storefront().analysisId(code))
    await changeCart(shop, ({ records }) => ({
      cart: { ...records.cart.body.cart, analysisIdsByPatientId: { [patientId]: analysisIds } },
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

  /** As `shopper`, at a branch with a free time chosen through the page. */
  async function shopperWithTime(codes?: string[]) {
    const { customer, shop } = await shopper()
    await fill(shop, customer.patientId, codes)
    const { week } = await loadNurseCheckoutDate(shop, new Request(VISIT_PAGE))
    const { start } = week.slots.find(({ free }) => free > 0)!
    await saveNurseCheckoutDate(shop, sent(formOf({ nurseCheckoutDate: start })).texts)
    return { customer, shop, start }
  }

  /** Ordered, not paid yet: ferritin, or what has these codes. */
  async function ordered(codes?: string[]) {
    const { customer, shop } = await shopperWithTime(codes)
    const { laboratoryId, seenTotal } = await loadDataConfirmed(shop)
    await submitOrder(
      shop,
      sent(formOf({ laboratoryId: String(laboratoryId), seenTotal: String(seenTotal) })),
    )
    const [order] = (await loadOrders(shop, new URLSearchParams())).orders
    return { customer, shop, orderId: order!.id }
  }

  return { fill, shopper, shopperWithTime, ordered }
}
