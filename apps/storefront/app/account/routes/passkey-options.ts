import { localApi } from '../../platform/problems/local-api.server.ts'
import { guestApi } from '../../platform/session/shop-context.server.ts'

/** What a browser needs to use a passkey; requested by the button's script. */
const api = localApi({
  'passkey-options': { POST: ({ shop }) => guestApi(shop).challengePasskey() },
})

export const middleware = api.middleware
export const loader = api.answer
export const action = api.answer
