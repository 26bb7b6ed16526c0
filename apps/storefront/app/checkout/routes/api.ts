import {
  createShopOrderSchema,
  setCallDetailsSchema,
  setFeedbackSchema,
  setNurseCheckoutDateSchema,
} from '@shop/contract/cart'
import { localApi, readJson } from '../../platform/problems/local-api.server.ts'
import { createOrder } from '../create-order.server.ts'
import { getDetails, setFeedback, setHomeCall, setVisitTime } from '../order-details.server.ts'

/** The order's calls of the local API. The forms of the checkout run the same use cases. */
const api = localApi({
  'api/order/get-details': { GET: getDetails, HEAD: getDetails },
  'api/order/set-nurse-checkout-date': {
    POST: async ({ shop, request }) =>
      setVisitTime({ shop, ...(await readJson(request, setNurseCheckoutDateSchema)) }),
  },
  'api/order/set-call-details': {
    POST: async ({ shop, request }) =>
      setHomeCall({ shop, ...(await readJson(request, setCallDetailsSchema)) }),
  },
  'api/order/set-feedback': {
    POST: async ({ shop, request }) =>
      setFeedback({ shop, feedback: await readJson(request, setFeedbackSchema) }),
  },
  'api/order/create': {
    POST: async ({ shop, request }) => {
      const order = await readJson(request, createShopOrderSchema)
      const { redirectUrl } = await createOrder({ shop, ...order })
      return { redirectUrl }
    },
  },
})

export const middleware = api.middleware
export const loader = api.answer
export const action = api.answer
