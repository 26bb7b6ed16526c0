import { type CartAnswer, EMPTY_CART, EMPTY_ORDER_DETAILS } from '@shop/contract/cart'
import type { WireAnalysis } from '@shop/contract/catalogue'
import { expect, test } from 'vitest'
import { cartAnswerJson } from './cart-json.server.ts'

const ferritin = { id: 1, name: 'Ferritin «Fe»', prices: [] } as unknown as WireAnalysis
const glucose = { id: 2, name: 'Glucose', prices: [] } as unknown as WireAnalysis
const cart = {
  ...EMPTY_CART,
  analysisDtosByPatientId: {
    anna: [ferritin, glucose],
    viktor: [{ ...glucose, unavailable: true }, ferritin],
    nobody: [],
  },
}
const answers: CartAnswer[] = [
  { status: 'calculated', cart: EMPTY_CART, orderDetails: EMPTY_ORDER_DETAILS },
  { status: 'calculated', cart, orderDetails: EMPTY_ORDER_DETAILS },
  {
    status: 'specificAnalysisRestrictionsApplied',
    cart,
    orderDetails: EMPTY_ORDER_DETAILS,
    specificAnalysisRulesApplication: [],
  },
  { status: 'optionalMaterialDecisionRequested', optionalMaterialDecisionRequestMap: {} },
]

test.each(answers)(
  'an answer with status $status is written as JSON does, also the second time',
  (answer) => {
    const read = () => JSON.parse(new TextDecoder().decode(cartAnswerJson(answer)))
    expect(read()).toEqual(answer)
    expect(read()).toEqual(answer)
  },
)
