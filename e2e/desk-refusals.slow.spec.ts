import { type APIRequestContext, expect, test } from '@playwright/test'
import type { StaffRole } from '@shop/domain/staff'
import { desk, PASSWORD, paidVisit, shop, staff } from './desk-stage.ts'
import { buttonsOfDesk, formsOfSources } from './forms-of-sources.ts'
import { apiRoot, call } from './stage.ts'

const UNKNOWN_ID = crypto.randomUUID()
/**
 * What everyone may do: log in, log out, read what is shown, manage their own passkeys and sessions; and the
 * address without a screen.
 */
const OPEN_TO_ALL = [
  '/login',
  '/invitation',
  '/logout',
  '/keys',
  '/language',
  '/passkey-options',
  '/passkeys',
  '/*',
]
const STEPS = ['arrive', 'miss', 'reset', 'takeSamples']

type Fields = Record<string, string | { name: string; mimeType: string; buffer: Buffer }>
interface Attempt {
  role: StaffRole
  path: string
  /** The intents that its action accepts; without them the form has one button, which names none. */
  intents?: string[]
  fields?: Fields
}

/** Sends a form of the desk with the role's session. */
async function send(
  request: APIRequestContext,
  { role, path, fields }: { role: StaffRole; path: string; fields: Fields },
) {
  const { token } = await staff(role)
  const headers = { Cookie: `deskSession=${token}`, Origin: desk() }
  const isFile = Object.values(fields).some((value) => typeof value !== 'string')
  return request.post(`${desk()}${path}`, {
    headers,
    ...(isFile ? { multipart: fields } : { form: fields as Record<string, string> }),
  })
}

/** Where the router's script sends a form: only the action answers, so that no screen can refuse in its place. */
const actionAt = (path: string) => (path === '/' ? '/_.data?index' : `${path}.data`)

const file = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text) })

test('an action that a role may not take is refused even when sent directly, and changes nothing', async ({
  request,
}) => {
  const order = await paidVisit()
  const { token } = await staff('reception')
  const read = async () => {
    const url = `${apiRoot(shop())}/staff/orders/${order.id}`
    const { mails, ...rest } = await call<{ mails: object[] }>(url, { token })
    // The mails' states change on their own as they are sent.
    return { ...rest, mails: mails.length }
  }
  const members = () =>
    call<object[]>(`${apiRoot(shop())}/staff/members`, { token: process.env.DESK_ADMINISTRATOR })
  const before = await read()
  const place = `/orders/${order.id}`
  const press = { orderId: order.id, version: '0' }
  const known = { version: '0', id: UNKNOWN_ID }
  const closed = { ...known, date: '2027-03-08', firstDay: '2027-03-08', laboratoryId: '1' }
  const offer = {
    version: '1',
    id: '1',
    price: '20',
    priceListId: '1',
    kind: 'analysis',
    offerId: '1',
    laboratoryId: '1',
    fromDay: '2027-03-08',
  }
  const person = { firstName: 'Anna', lastName: 'Lis', gender: 'F', dateOfBirth: '1990-01-01' }
  const invited = { name: 'Eva', email: 'eva@example.com', roles: 'support', password: 'x' }
  const asked = {
    right: 'access',
    source: 'letter',
    email: 'anna@example.com',
    name: 'Anna Kovaleva',
    askedOn: '2026-01-05',
    locale: 'en',
    words: 'What do you know about me?',
  }
  const attempts: Attempt[] = [
    { role: 'support', path: '/', intents: STEPS, fields: press },
    { role: 'finance', path: '/sheet', intents: STEPS, fields: press },
    { role: 'finance', path: '/sheet/steps', intents: STEPS, fields: press },
    { role: 'support', path: place, intents: STEPS, fields: press },
    { role: 'finance', path: place, intents: ['move'], fields: { ...press, current: 'x', start: 'x' } },
    { role: 'finance', path: place, intents: ['repeatMail'], fields: { mail: UNKNOWN_ID } },
    {
      role: 'laboratory',
      path: place,
      intents: ['cancelOrder'],
      fields: { state: 'paid', reason: 'Because.', isAgreed: 'on' },
    },
    {
      role: 'reception',
      path: place,
      intents: ['endSessions'],
      fields: { password: PASSWORD, reason: 'Lost the phone.' },
    },
    { role: 'catalogue', path: place, intents: ['note'], fields: { text: 'Hello.' } },
    { role: 'reception', path: place, intents: ['askTests', 'openTests'], fields: { text: 'Because.' } },
    { role: 'catalogue', path: `${place}/presence` },
    { role: 'catalogue', path: '/orders', fields: { text: order.number } },
    { role: 'catalogue', path: '/messages', fields: { text: order.number } },
    {
      role: 'support',
      path: '/calendar',
      intents: ['week', 'close', 'reopen', 'holidayClosed', 'holidayOpen'],
      fields: { ...closed, closureId: UNKNOWN_ID, reason: 'Repairs.', name: 'Holiday' },
    },
    {
      role: 'administrator',
      path: `/messages/${UNKNOWN_ID}`,
      intents: ['take', 'giveBack', 'answer', 'answerAndClose', 'close', 'open'],
      fields: { ...known, text: 'Hello.' },
    },
    {
      role: 'privacy',
      path: `/messages/${UNKNOWN_ID}`,
      intents: ['endSessions'],
      fields: { password: PASSWORD },
    },
    { role: 'support', path: '/rights/new', fields: asked },
    {
      role: 'support',
      path: `/rights/${UNKNOWN_ID}`,
      intents: ['take', 'giveBack', 'identity', 'note', 'endRestriction', 'answer', 'erase'],
      fields: { ...known, text: 'Hello.', outcome: 'granted', sure: 'on' },
    },
    {
      role: 'support',
      path: `/rights/${UNKNOWN_ID}`,
      intents: [`correct ${UNKNOWN_ID}`, `remove ${UNKNOWN_ID}`],
      fields: { ...known, ...person },
    },
    { role: 'support', path: `/rights/${UNKNOWN_ID}/export` },
    {
      role: 'finance',
      path: `/laboratory/reports/${UNKNOWN_ID}`,
      intents: ['try', 'setAside'],
      fields: { ...known, reason: 'Sent twice.' },
    },
    {
      role: 'reception',
      path: `/laboratory/critical-values/${UNKNOWN_ID}`,
      fields: { ...known, outcome: 'reached', called: 'Dr Lis', saidBack: '61' },
    },
    { role: 'support', path: `/laboratory/held/${UNKNOWN_ID}`, fields: { version: '1' } },
    {
      role: 'reception',
      path: '/search-words',
      intents: ['add', 'remove'],
      fields: { id: '1', words: 'sugar', target: 'analysis 1', locale: 'en' },
    },
    {
      role: 'support',
      path: '/catalogue',
      fields: { files: file('translations.json', 'application/json', '[]') },
    },
    {
      role: 'support',
      path: `/catalogue/editions/${UNKNOWN_ID}`,
      intents: ['publish', 'plan'],
      fields: { ...known, fromDay: '2027-03-08' },
    },
    {
      role: 'support',
      path: '/catalogue/offers',
      intents: ['plan', 'change', 'remove', 'stop', 'resume'],
      fields: offer,
    },
    {
      role: 'laboratory',
      path: '/catalogue/offers/analysis/1',
      intents: ['plan', 'change', 'remove', 'stop', 'resume'],
      fields: offer,
    },
    { role: 'support', path: '/catalogue/offers/analysis/1/texts', fields: { version: '1', 'name en': 'x' } },
    {
      role: 'reception',
      path: `/money/payments/${UNKNOWN_ID}`,
      intents: ['ask', 'agree', 'decline', 'send', 'outside', 'agreeOutside', 'declineOutside'],
      fields: { ...known, amount: '1', currency: 'BYN', reason: 'Because.', reference: 'x' },
    },
    { role: 'support', path: '/money/statement', fields: { file: file('day.csv', 'text/csv', 'a,b') } },
    { role: 'homeVisits', path: '/machine', fields: { queue: 'mail', id: UNKNOWN_ID } },
    {
      role: 'support',
      path: '/machine/laboratory-systems',
      intents: ['end', 'endKey'],
      fields: { id: UNKNOWN_ID, kid: 'x', password: 'x' },
    },
    {
      role: 'privacy',
      path: '/staff',
      intents: ['invite', 'inviteAgain', 'end'],
      fields: { ...invited, id: UNKNOWN_ID },
    },
    {
      role: 'privacy',
      path: `/staff/${UNKNOWN_ID}`,
      intents: ['roles', 'inviteAgain', 'end', 'endSession'],
      fields: { roles: 'support', session: UNKNOWN_ID, password: 'x' },
    },
  ]
  const tried = attempts.flatMap(({ intents = [''], ...attempt }) =>
    intents.map((intent) => ({ ...attempt, intent })),
  )
  const wrong: string[] = []
  for (const { role, path, intent, fields = {} } of tried) {
    const answer = await send(request, { role, path: actionAt(path), fields: { ...fields, intent } })
    const status = answer.status()
    // 409 and 422: the answer is shown beside the form, to people who may see the screen.
    const isRefused =
      status === 403 || ([409, 422].includes(status) && /"forbidden"/.test(await answer.text()))
    if (!isRefused) wrong.push(`${role} at ${path}, ${intent}: ${status}`)
  }
  expect(wrong).toEqual([])
  const untried = formsOfSources('desk')
    .filter(({ path }) => !OPEN_TO_ALL.includes(path))
    .flatMap(({ path: pattern, intents }) => {
      const fits = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`)
      const here = tried.filter(({ path }) => path === pattern || (pattern.includes(':') && fits.test(path)))
      return (intents.length > 0 ? intents : [''])
        .filter((intent) => !here.some((attempt) => attempt.intent.split(' ')[0] === intent))
        .map((intent) => `${pattern} ${intent}`)
    })
  expect(untried).toEqual([])
  const taken = formsOfSources('desk').flatMap(({ intents }) => intents)
  expect(taken).toEqual(expect.arrayContaining(buttonsOfDesk()))
  expect(JSON.stringify(await members())).not.toContain('eva@example.com')
  expect(await read()).toEqual(before)
})

test('a button that is not in the form is refused, even if every object has a property of its name', async ({
  request,
}) => {
  const screens: [StaffRole, string][] = [
    ['reception', '/?index'],
    ['reception', '/calendar'],
    ['reception', '/passkeys'],
    ['finance', `/money/payments/${UNKNOWN_ID}`],
    ['support', `/messages/${UNKNOWN_ID}`],
    ['laboratory', `/laboratory/reports/${UNKNOWN_ID}`],
    ['privacy', `/rights/${UNKNOWN_ID}`],
    ['administrator', `/staff/${UNKNOWN_ID}`],
    ['catalogue', '/catalogue'],
  ]
  const wrong: string[] = []
  for (const [role, path] of screens) {
    for (const intent of ['constructor', '__proto__', 'hasOwnProperty', 'toString', '']) {
      const status = (await send(request, { role, path, fields: { intent, version: '0' } })).status()
      if (status < 400 || status >= 500) wrong.push(`${intent} at ${path}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})
