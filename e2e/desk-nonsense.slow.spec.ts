// Nothing sent to the desk makes it fail: every address, form and button of its sources is tried.
import { expect, test } from '@playwright/test'
import { STAFF_ROLES } from '@shop/domain/staff'
import { desk, paidVisit, staff } from './desk-stage.ts'
import { formsOfSources, routesOfSources } from './forms-of-sources.ts'
import { NASTY } from './nonsense.ts'
import { type Sent, sendNonsense } from './send-nonsense.ts'

/** A member of staff who may open every screen. */
const everything = () => staff(STAFF_ROLES.join(','))
/** Addresses that end the session of the request. */
const ENDING = ['/logout']
/** How many nasty values are tried per button; the next button gets others. */
const EACH = 4

function fill(path: string, orderId: string): string {
  return path
    .replace(':orderId', orderId)
    .replace(':kind', 'analysis')
    .replaceAll(/:\w+/g, crypto.randomUUID())
}

async function failuresOf(requests: Sent[]): Promise<string[]> {
  const { token } = await everything()
  const cookie = `deskSession=${token}`
  const failures = await sendNonsense(
    desk(),
    requests.map((sent) => ({ ...sent, cookie: ENDING.includes(sent.path) ? '' : cookie })),
  )
  const today = await fetch(desk(), { redirect: 'manual', headers: { Cookie: cookie } })
  // The session was valid throughout: no request was answered as a stranger's.
  expect(today.status).toBe(200)
  return failures
}

test('no button of any form of the desk fails with nonsense in one field or in all of them', async () => {
  test.slow()
  const { id: orderId, day } = await paidVisit()
  const right = { orderId, version: '0', day, date: day, laboratoryId: '1', amount: '1' }
  const forms = formsOfSources('desk')
  expect(forms.length).toBeGreaterThan(25)
  const requests = forms.flatMap(({ path, intents, fields }, turn): Sent[] => {
    const filled = path === '/' ? '/?index' : fill(path, orderId)
    return ['', ...intents].flatMap((intent, at) =>
      Array.from({ length: EACH }, (_, more) => turn + at * EACH + more).flatMap((at) => {
        const value = NASTY[at % NASTY.length]!
        const name = fields[at % fields.length] ?? 'none'
        const everywhere = Object.fromEntries(fields.map((field) => [field, value]))
        return [
          { ...everywhere, intent },
          { ...everywhere, ...right, intent },
          { ...right, [name]: value, intent },
        ].map((form) => ({ path: filled, init: { method: 'POST', body: new URLSearchParams(form) } }))
      }),
    )
  })
  expect(await failuresOf(requests)).toEqual([])
})

test('no address of the desk fails with nonsense in its path or its query', async () => {
  const orderId = crypto.randomUUID()
  const encoded = [...NASTY.map(encodeURIComponent), '%ff', '..%2f..%2f', '%00', '%']
  const names = [...new Set(formsOfSources('desk').flatMap(({ fields }) => fields))]
  const query = [...names, 'page', 'cursor', 'q', 'place', 'from', 'to', 'over', 'returnTo', 'state', 'week']
  const requests = routesOfSources('desk')
    .filter(({ path }) => !ENDING.includes(path))
    .flatMap(({ path }, turn): Sent[] => {
      const value = NASTY[turn % NASTY.length]!
      const inQuery = encoded.flatMap((one, at) => {
        const name = query[(turn * encoded.length + at) % query.length]!
        return [{ path: `${fill(path, orderId)}?${name}=${one}` }]
      })
      const everywhere = new URLSearchParams(query.map((name) => [name, value.slice(0, 60)]))
      const inPath = path.includes(':')
        ? encoded.map((one) => ({ path: path.replaceAll(/:\w+/g, () => one) }))
        : []
      return [...inQuery, { path: `${fill(path, orderId)}?${everywhere}` }, ...inPath]
    })
  expect(await failuresOf(requests)).toEqual([])
})

test('no form of the desk fails with a body whose type and content disagree', async () => {
  const bodies: [type: string, body: string][] = [
    ['multipart/form-data; boundary=x', 'no boundary here'],
    ['multipart/form-data', 'a=b'],
    ['application/x-www-form-urlencoded', '%zz=%&&=\0'],
    ['application/json', '{"a":'],
    ['text/plain', 'a=b'],
    ['nonsense', 'a=b'],
  ]
  const requests = formsOfSources('desk').flatMap(({ path }) =>
    bodies.map(([type, body]) => ({
      path: path === '/' ? '/?index' : fill(path, crypto.randomUUID()),
      init: { method: 'POST', headers: { 'Content-Type': type }, body: new TextEncoder().encode(body) },
    })),
  )
  expect(await failuresOf(requests)).toEqual([])
})
