import type { OrderState } from '@shop/domain/order-states'
import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import type { OrderView } from './load-order.server.ts'
import { OrderTimeline } from './order-timeline.tsx'

const shown = (state: OrderState) => {
  const visit = {
    kind: 'branch',
    day: 'Tuesday 2 March',
    dayShort: 'Tue 2 Mar',
    time: '12:15',
    endTime: '12:30',
  }
  const history = state === 'paid' ? [] : [{ state: 'collected', at: 'Tue 2 Mar, 12:20' }]
  const order = { state, history, visit, createdAt: 'Mon 1 Mar, 11:00', ready: null, testCount: 1 }
  return wordsOf(pageHtml(<OrderTimeline order={order as unknown as OrderView} />))
}

test('the steps of an order have one form of date, and time to get ready only until the samples are taken', () => {
  expect(shown('paid')).toMatch(
    /Getting readyuntil Tue 2 Mar, 12:15.*Visit to the branchTue 2 Mar, 12:15 to 12:30/s,
  )
  for (const state of ['collected', 'completed'] as const) {
    expect(shown(state)).not.toContain('Getting ready')
    expect(shown(state)).toMatch(/Visit to the branch \(done\)Tue 2 Mar, 12:20/)
  }
})
