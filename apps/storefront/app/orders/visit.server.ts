import { redirect } from 'react-router'
import {
  groupOfPreparations,
  readSlotWeek,
  type SlotWeek,
  type VisitGroup,
} from '../checkout/slot-week.server.ts'
import { readLaboratories } from '../platform/catalogue/catalogue-cache.server.ts'
import { FieldFaults, type SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { loadOrder, type OrderView } from './load-order.server.ts'

/** The free times that a visit can be moved to; redirects to the order, which gives the reason, if it no longer can. */
export async function loadVisit(
  shop: Shop,
  orderId: string,
  query: URLSearchParams,
): Promise<{ order: OrderView; group: VisitGroup; week: SlotWeek }> {
  const order = await loadOrder(shop, orderId)
  const laboratory = (await readLaboratories(shop)).get(order.laboratoryId)
  if (!order.change.isPossible || !laboratory) throw redirect(pathOf('order', { orderId }))
  const [from, day] = [query.get('from'), query.get('day')]
  const { change, patients } = order
  const group = groupOfPreparations(patients.map(({ preparation }) => preparation))
  const { people } = group
  return {
    order,
    group,
    week: await readSlotWeek({ shop, laboratory, people, from, day, chosen: change.start }),
  }
}

/** Moves the visit to the chosen time. */
export async function changeVisit(shop: Shop, orderId: string, { texts }: Pick<SentForm, 'texts'>) {
  const words = {
    stale_write: { place: 'form', title: { key: 'order.visitChange.changed' } },
    too_many_requests: { place: 'form', title: { key: 'order.problem.tooManyMoves' } },
  } as const
  return runForm({ shop, intent: 'move', texts, words }, async () => {
    const { visitDate, current = '' } = texts
    if (!visitDate) throw new FieldFaults({ visitDate: { key: 'order.visit.chooseTime' } })
    await shop.api.moveVisit(orderId, { start: visitDate, current })
    return redirect(pathOf('order', { orderId }))
  })
}
