import { expect, test } from 'vitest'
import { createTestShop, formOf, outcomeOf, problem, sent } from '../testing/test-shop.ts'
import { changeSecurity } from './security.server.ts'

const ID = '0199d3c4-7f2a-7000-8000-000000000007'

test.each([
  ['renamePasskey', { keyId: ID, keyName: 'My phone' }, `PUT users/current/passkeys/${ID}`],
  ['renewRecoveryCodes', {}, 'POST users/current/recovery-codes'],
  ['removePasskey', { keyId: ID }, `DELETE users/current/passkeys/${ID}`],
])(
  'if another tab has removed what %s is about, the page shows what there is now',
  async (intent, fields, call) => {
    const { shop, calls } = createTestShop({ [call]: problem('not_found') }, { token: 'token' })
    const { location } = outcomeOf(await changeSecurity(shop, sent(formOf({ intent, ...fields }))))
    expect(location).toMatch(/^\/settings\/security/)
    expect(calls.map((made) => made.call)).toContain(call)
  },
)
