import { expect, test } from 'vitest'
import { pageHtml } from '../../../storefront/app/testing/page-html.tsx'
import Offer from './offer.tsx'

type Props = Parameters<typeof Offer>[0]

const prices: unknown[] = []
const loaderData = {
  mayPlan: true,
  maySwitch: true,
  offer: {
    ...{ kind: 'profile', id: 1, code: 'P001', name: 'Iron', laboratories: [] },
    priceLists: [{ id: 1, currency: 'BYN', laboratories: 2 }],
    analyses: [11, 12, 13].map((id) => ({ id, code: String(id), name: `Test ${id}`, prices })),
    coming: [7, 8].map((id) => ({
      ...{ id, code: '11', day: '8 Mar', sum: 'Br 5.00', fromDay: '2040-03-08', version: 1, changedBy: null },
      price: { price: 5, currency: 'BYN' },
    })),
  },
}

/** The ids of the fields that are marked as wrong. */
function markedBy(done: object): (string | undefined)[] {
  const html = pageHtml(<Offer {...({ loaderData, actionData: done } as unknown as Props)} />)
  const fields = [...html.matchAll(/<input[^>]*aria-invalid[^>]*>/g)]
  return fields.map(([tag]) => /id="([^"]+)"/.exec(tag)?.[1])
}

const problem = { code: 'invalid_fields', fields: [], status: 422, changed: null }

test('a refused change of a coming price marks that price’s fields and no others', () => {
  const done = { intent: 'change', id: 8, problem, typed: { fromDay: '2020-01-01' }, wrong: ['fromDay'] }
  expect(markedBy(done)).toEqual(['day-of-8'])
})

test('a wrong price of a new price list is marked at its own test', () => {
  expect(markedBy({ intent: 'plan', id: 0, problem, typed: {}, wrong: ['price-13'] })).toEqual(['price-13'])
  expect(markedBy({ intent: 'plan', id: 0, problem, typed: {}, wrong: ['prices'] })).toEqual(['price-11'])
})
