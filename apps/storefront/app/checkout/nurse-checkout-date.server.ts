import { readPlacesAround } from '../laboratories/branches.server.ts'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { goOn, openVisit } from './open-checkout.server.ts'
import { setVisitTime } from './order-details.server.ts'

/** The place and the time at a branch, on one page. */
export async function loadNurseCheckoutDate(shop: Shop, url: URL) {
  const { laboratory, shown, readWeek } = await openVisit(shop, url, 'nurseCheckoutDate')
  const [slots, places] = await Promise.all([readWeek(), readPlacesAround(shop, laboratory.id)])
  return { ...shown, week: slots, places }
}

/** Stores the chosen time and continues. */
export async function changeNurseCheckoutDate(shop: Shop, texts: Record<string, string>) {
  return runForm({ shop, intent: 'save', texts }, async () => {
    const { nurseCheckoutDate } = texts
    if (!nurseCheckoutDate) throw new FieldFaults({ nurseCheckoutDate: { key: 'order.visit.chooseTime' } })
    await setVisitTime({ shop, start: nurseCheckoutDate })
    return goOn(shop, 'nurseCheckoutDate')
  })
}
