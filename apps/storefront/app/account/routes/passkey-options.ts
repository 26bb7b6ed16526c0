import { callMiddleware } from '../../platform/middleware/call-middleware.server.ts'
import { localApi } from '../../platform/problems/local-api.server.ts'
import { guestApi } from '../../platform/session/shop-context.server.ts'

export const middleware = callMiddleware

/** What a browser needs to use a passkey; requested by the button's script. */
const answer = localApi({
  'passkey-options': { POST: ({ shop }) => guestApi(shop).challengePasskey() },
})

export const loader = answer
export const action = answer
