import { type APIRequestContext, expect, test } from '@playwright/test'
import type { StaffRole } from '@shop/domain/staff'
import { desk, paidVisit, shop, staff } from './desk-stage.ts'
import { formsOfSources } from './forms-of-sources.ts'
import { apiRoot, call } from './stage.ts'

const NOBODY = crypto.randomUUID()
/** What anybody may: come in, go, read what is in sight, look after the own passkeys and sessions; and the address of no screen. */
const OF_ANYBODY = [
  '/login',
  '/invitation',
  '/logout',
  '/keys',
  '/language',
  '/passkey-options',
  '/passkeys',
  '/*',
]
/** Its form is read before anybody is asked, and refuses for itself what is no file. */
const OF_FILES = ['/catalogue', '/money/statement']

/** A form of the desk, sent by somebody of the role. */
async function send(
  request: APIRequestContext,
  { role, path, form }: { role: StaffRole; path: string; form: Record<string, string> },
) {
  const { token } = await staff(role)
  const headers = { Cookie: `deskSession=${token}`, Origin: desk() }
  return request.post(`${desk()}${path}`, { headers, form })
}

test('what a role may not do is refused when it is sent all the same, and changes nothing', async ({
  request,
}) => {
  const order = await paidVisit()
  const { token } = await staff('reception')
  const read = async () => {
    const url = `${apiRoot(shop())}/staff/orders/${order.id}`
    const { mails, ...rest } = await call<{ mails: object[] }>(url, { token })
    // How far they are with being sent goes on by itself.
    return { ...rest, mails: mails.length }
  }
  const members = () =>
    call<object[]>(`${apiRoot(shop())}/staff/members`, { token: process.env.DESK_ADMINISTRATOR })
  const before = await read()
  const place = `/orders/${order.id}`
  const attempts: [StaffRole, string, Record<string, string>][] = [
    ['support', '/?index', { intent: 'arrive', orderId: order.id, version: '0' }],
    ['support', place, { intent: 'takeSamples', orderId: order.id, version: '0' }],
    ['finance', place, { intent: 'move', version: '0', current: 'x', start: 'x' }],
    ['laboratory', place, { intent: 'cancelOrder', state: 'paid', reason: 'Because.' }],
    ['catalogue', place, { intent: 'note', text: 'Hello.' }],
    ['finance', place, { intent: 'repeatMail', mail: NOBODY }],
    ['reception', place, { intent: 'askTests' }],
    ['privacy', '/staff', { intent: 'invite', name: 'Eva', email: 'eva@example.com', roles: 'support' }],
    [
      'support',
      '/calendar',
      { intent: 'holidayClosed', date: '2027-03-08', laboratoryId: '1', version: '0' },
    ],
    ['reception', `/money/payments/${NOBODY}`, { intent: 'ask', amount: '1' }],
    ['administrator', `/messages/${NOBODY}`, { intent: 'take', version: '0' }],
    ['homeVisits', '/machine', { queue: 'mail', id: NOBODY }],
    [
      'reception',
      `/laboratory/critical-values/${NOBODY}`,
      { outcome: 'reached', called: 'Dr Lis', saidBack: '61', version: '0' },
    ],
    ['support', `/laboratory/held/${NOBODY}`, { version: '1' }],
    ['support', `/rights/${NOBODY}`, { intent: 'take', version: '0' }],
    ['support', `/rights/${NOBODY}/export`, {}],
    [
      'support',
      '/rights/new',
      {
        kind: 'access',
        email: 'anna@example.com',
        name: 'Anna Kovaleva',
        askedOn: '2027-03-01',
        locale: 'en',
        text: 'Asked by letter.',
      },
    ],
    ['finance', '/sheet', { intent: 'arrive', orderId: order.id, version: '0' }],
    ['finance', '/sheet/steps', { intent: 'takeSamples', orderId: order.id, version: '0' }],
    ['catalogue', '/orders', { text: order.number }],
    ['catalogue', `${place}/presence`, {}],
    ['finance', `/laboratory/reports/${NOBODY}`, { intent: 'setAside', reason: 'Sent twice.', version: '0' }],
    ['support', `/catalogue/editions/${NOBODY}`, { version: '0' }],
    ['support', '/catalogue/offers', { intent: 'resume', kind: 'analysis', offerId: '1', laboratoryId: '1' }],
    ['laboratory', '/catalogue/offers/analysis/1', { intent: 'stop', laboratoryId: '1' }],
    ['reception', '/search-words', { words: 'sugar', target: 'analysis 1', locale: 'en' }],
    ['support', '/machine/laboratory-systems', { intent: 'end', id: NOBODY, password: 'x' }],
    ['privacy', `/staff/${NOBODY}`, { intent: 'end' }],
  ]
  for (const [role, path, form] of attempts) {
    const answer = await send(request, { role, path, form })
    // 409 and 422: the screen is the role's own and says beside the form why not.
    expect([403, 409, 422], `${role} at ${path}`).toContain(answer.status())
  }
  const tried = [...attempts.map(([, path]) => path.split('?')[0]!), ...OF_ANYBODY, ...OF_FILES]
  const patterns = formsOfSources('desk').map(({ path }) => path)
  const untried = patterns.filter((pattern) => {
    const fits = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`)
    return !tried.some((path) => path === pattern || fits.test(path))
  })
  expect(untried).toEqual([])
  expect(JSON.stringify(await members())).not.toContain('eva@example.com')
  expect(await read()).toEqual(before)
})

test('a button of no form of ours is refused, also where every object has something of its name', async ({
  request,
}) => {
  const screens: [StaffRole, string][] = [
    ['reception', '/?index'],
    ['reception', '/calendar'],
    ['reception', '/passkeys'],
    ['finance', `/money/payments/${NOBODY}`],
    ['support', `/messages/${NOBODY}`],
    ['laboratory', `/laboratory/reports/${NOBODY}`],
    ['privacy', `/rights/${NOBODY}`],
    ['administrator', `/staff/${NOBODY}`],
    ['catalogue', '/catalogue'],
  ]
  const wrong: string[] = []
  for (const [role, path] of screens) {
    for (const intent of ['constructor', '__proto__', 'hasOwnProperty', 'toString', '']) {
      const status = (await send(request, { role, path, form: { intent, version: '0' } })).status()
      if (status < 400 || status >= 500) wrong.push(`${intent} at ${path}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})
