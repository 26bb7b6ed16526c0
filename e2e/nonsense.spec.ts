// Nothing sent to the shop makes it fail: every form, call, query and path is tried with values that no one would type.
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { callsOfSources, formsOfSources, routesOfSources } from './forms-of-sources.ts'
import { callsOf, formsOf, type Known, NASTY, NASTY_JSON, QUERY, READ_CALLS, REMOVALS } from './nonsense.ts'
import { type Sent, sendNonsense, statusOf } from './send-nonsense.ts'
import {
  addPatient,
  BRANCH,
  confirmEmail,
  FERRITIN,
  fillCart,
  freeTime,
  HOME_LABORATORY,
  newCustomer,
  placeOrder,
} from './stage.ts'
import { shopTogether } from './visitor.ts'

test.describe.configure({ mode: 'default' })

let known: Known

/** Prepared for each test, since some forms end the session. */
test.beforeEach(async () => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  const order = await placeOrder(customer, patientId)
  const start = await freeTime(shop, HOME_LABORATORY)
  known = { customer, patientId, orderId: order.id, start }
})

const ownCookie = (laboratoryId = BRANCH) =>
  `authToken=${encodeURIComponent(`Bearer ${known.customer.token}`)}; activeLaboratoryId=${laboratoryId}`

const failuresOf = (requests: Sent[]) =>
  sendNonsense(
    shopTogether().url,
    requests.map((sent) => ({ ...sent, cookie: sent.cookie ?? ownCookie() })),
  )

/** So many items of the list, others at each turn: all of them together, within seconds. */
function some<T>(list: readonly T[], turn: number, count: number): T[] {
  return Array.from({ length: count }, (_, at) => list[(turn * count + at) % list.length]!)
}

const urlencoded = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

test('an answer that is missing or never ends is reported with its request', async () => {
  const endless = createServer((request, answer) => {
    if (request.url === '/begun') answer.write('And so on')
    else if (request.url === '/over') answer.end('The end')
  })
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
  const { port } = endless.address() as AddressInfo
  const asked = ['/never', '/begun', '/over'].map((path) => ({ path, cookie: 'a=b' }))
  expect(await sendNonsense(`http://127.0.0.1:${port}`, asked, 500)).toEqual([
    'unfinished answer: GET /begun  a=b',
    'unfinished answer: GET /never  a=b',
  ])
  endless.closeAllConnections()
  endless.close()
})

test('no form fails with nonsense in one field, in all, or in the button’s value', {
  tag: '@slow',
}, async () => {
  test.slow()
  const requests = formsOf(known).flatMap(({ path, fields, intents = [], isGuests }, turn): Sent[] => {
    const pressed = intents.length > 0 ? intents.map((intent) => ({ ...fields, intent })) : [fields]
    const cookie = isGuests
      ? `activeLaboratoryId=${BRANCH}`
      : ownCookie(path.includes('call') ? HOME_LABORATORY : BRANCH)
    return some(NASTY, turn, 6).flatMap((value, at) => {
      const names = Object.keys(fields)
      const everywhere = Object.fromEntries(names.map((name) => [name, value]))
      const oneOf = (form: Record<string, string>, turn: number) => {
        const name = names[(at + turn) % Math.max(1, names.length)]
        return name ? { ...form, [name]: value } : form
      }
      const sent = [
        { ...everywhere, intent: value },
        ...pressed.flatMap((form, turn) => [
          { ...form, ...everywhere },
          oneOf(form, turn),
          oneOf(form, turn + 7),
        ]),
      ]
      return sent.map((form) => ({ path, cookie, init: urlencoded(form) }))
    })
  })
  await fillCart(known.customer, { patientIds: [known.patientId], code: FERRITIN, laboratoryId: BRANCH })
  expect(await failuresOf(requests)).toEqual([])
})

test('every form and call in the sources is among those sent', () => {
  const sent = formsOf(known).map(({ path }) => new URL(path, 'http://shop').pathname)
  const isSent = (pattern: string) =>
    sent.some((path) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replace('*', '.+')}$`).test(path))
  expect(
    formsOfSources('storefront')
      .map(({ path }) => path)
      .filter((path) => !isSent(path)),
  ).toEqual([])
  const calls = [...callsOf(known).map(([path]) => path), ...READ_CALLS, ...REMOVALS]
  expect(calls.toSorted()).toEqual(callsOfSources().toSorted())
})

test('no button of any form in the sources fails with nonsense in every field', {
  tag: '@slow',
}, async () => {
  test.slow()
  const isGuests = new Set(
    formsOf(known).flatMap(({ path, isGuests }) => (isGuests ? [new URL(path, 'http://shop').pathname] : [])),
  )
  const requests = formsOfSources('storefront').flatMap(({ path, intents, fields }, turn): Sent[] => {
    const filled = path
      .replace(':patientId', known.patientId)
      .replace(':orderId', known.orderId)
      .replace(':testResultId', known.orderId)
      .replace(':addableType', 'analysis')
      .replaceAll(/:\w+|\*/g, '1')
    // Each intent, and an empty one.
    return ['', ...intents].flatMap((intent, at) =>
      some(NASTY, turn + at, 2).map((value) => ({
        path: filled,
        ...(isGuests.has(path) ? { cookie: '' } : {}),
        init: urlencoded({ ...Object.fromEntries(fields.map((name) => [name, value])), intent }),
      })),
    )
  })
  expect(requests.length).toBeGreaterThan(500)
  expect(await failuresOf(requests)).toEqual([])
  // The session was valid throughout: no request was answered as a guest's.
  const { url } = shopTogether()
  const settings = await fetch(`${url}/settings`, { redirect: 'manual', headers: { Cookie: ownCookie() } })
  expect(settings.status).toBe(200)
})

test('no call fails with a body whose type and content disagree', async () => {
  const bodies: [type: string | undefined, body: string][] = [
    ['multipart/form-data; boundary=x', 'no boundary here'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\n'],
    ['multipart/form-data', 'a=b'],
    ['application/x-www-form-urlencoded', '%zz=%&&=\0'],
    ['application/json', '{"a":'],
    ['text/plain', 'a=b'],
    ['nonsense', 'a=b'],
    [undefined, 'a=b'],
  ]
  const paths = [...formsOf(known).map(({ path }) => path), ...callsOf(known).map(([path]) => `/api/${path}`)]
  const requests = paths.flatMap((path) =>
    bodies.map(([type, body]) => ({
      path,
      init: {
        method: 'POST',
        // A string would get a type of its own.
        body: new TextEncoder().encode(body),
        ...(type ? { headers: { 'Content-Type': type } } : {}),
      },
    })),
  )
  expect(await failuresOf(requests)).toEqual([])
})

/** Copies of a body, each with a different value replaced. */
function replaced(body: unknown, value: unknown): unknown[] {
  if (typeof body !== 'object' || body === null) return [value]
  return [
    value,
    ...Object.entries(body).flatMap(([name, part]) =>
      replaced(part, value).map((with_) =>
        Array.isArray(body)
          ? body.map((one, at) => (String(at) === name ? with_ : one))
          : { ...body, [name]: with_ },
      ),
    ),
  ]
}

test('no call of the local API fails with nonsense in any place', { tag: '@slow' }, async () => {
  const headers = { 'Content-Type': 'application/json', 'X-Laboratory-Id': String(HOME_LABORATORY) }
  const requests = callsOf(known).flatMap(([path, body]): Sent[] =>
    NASTY_JSON.flatMap((value) =>
      replaced(body, value).map((json) => ({
        path: `/api/${path}`,
        init: { method: 'POST', headers, body: JSON.stringify(json) },
      })),
    ),
  )
  const removals = REMOVALS.flatMap((path) =>
    NASTY.map((value) => ({
      path: `/api/${path}?${new URLSearchParams({ patientId: value, analysisId: value })}`,
      init: { method: 'POST' },
    })),
  )
  expect(await failuresOf([...requests, ...removals])).toEqual([])
})

test('no address fails with nonsense in the query or in the path', { tag: '@slow' }, async () => {
  const patterns = routesOfSources('storefront')
    .map(({ path }) => path)
    .filter((path) => path !== '/logout' && !path.includes('*'))
  const encoded = [...NASTY.map(encodeURIComponent), '%ff', '%E0%A4%A', '..%2f..%2f', '%00', '.', '%']
  const requests = patterns.flatMap((path, turn): Sent[] => {
    const filled = path
      .replace(':patientId', known.patientId)
      .replace(':orderId', known.orderId)
      .replace(':addableType', 'analysis')
      .replaceAll(/:\w+/g, '1')
    const inQuery = some(NASTY, turn, 2).map((value) => ({
      path: `${filled}?${new URLSearchParams(QUERY.map((name) => [name, value.slice(0, 60)]))}`,
    }))
    const one = some(QUERY, turn, 4).map((name, at) => ({
      path: `${filled}?${name}=${encoded[(at + path.length) % encoded.length]}`,
    }))
    const inPath = path.includes(':')
      ? encoded.map((value) => ({ path: path.replaceAll(/:\w+/g, () => value) }))
      : []
    return [...inQuery, ...one, ...inPath]
  })
  expect(await failuresOf(requests)).toEqual([])
})

test('no made-up cookie makes the shop fail', { tag: '@slow' }, async () => {
  const values = [
    ...NASTY.map(encodeURIComponent),
    '%',
    'Bearer%20a%00b',
    'Bearer%20%0d%0aX%3A1',
    'Bearer%20%F0%9F%A7%AA',
  ]
  const names = [
    'authToken',
    'activeLaboratoryId',
    'cartStorageId',
    'locale',
    'acceptCookie',
    'sharedResultKey',
    'loginStep',
  ]
  const paths = ['/order/cart', '/shared-results/x', '/api/cart/get-cart']
  const requests = names.flatMap((name) =>
    values.flatMap((value) =>
      paths.map((path) => ({
        path,
        cookie: name === 'authToken' ? `${name}=${value}` : `${ownCookie()}; ${name}=${value}`,
      })),
    ),
  )
  expect(await failuresOf(requests)).toEqual([])
})

test('no unsupported method makes the shop fail', { tag: ['@ASVS-13.4.4'] }, async () => {
  const { url } = shopTogether()
  for (const method of ['TRACE', 'PROPFIND', 'DELETE', 'OPTIONS', 'PUT', 'M-SEARCH']) {
    for (const path of ['/', '/login', '/order/cart', '/api/cart/get-cart', '/api/cart/add-to-cart']) {
      const status = await statusOf(`${url}${path}`, { method, headers: { Origin: url } })
      expect(status, `${method} ${path}`).toBeLessThan(500)
      if (method === 'TRACE') expect(status, path).toBeGreaterThanOrEqual(400)
    }
  }
})

/** Everything answered to these bytes until the server closes the connection. */
function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(shopTogether().url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`the connection stayed open: ${answer}`)))
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test('a request whose end can be read in two ways is refused, and what follows it is not answered', {
  tag: ['@ASVS-4.2.1'],
}, async () => {
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n'
  const head = 'POST /login HTTP/1.1\r\nHost: shop\r\n'
  const chunks = `0\r\n\r\n${smuggled}`
  for (const bytes of [
    `${head}Content-Length: ${chunks.length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
    `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunks}`,
    `${head}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    `${head}Content-Length: 0, ${smuggled.length}\r\n\r\n${smuggled}`,
    `${head}Transfer-Encoding: chunked, identity\r\n\r\n${chunks}`,
    `${head}Transfer-Encoding: xchunked\r\n\r\n${chunks}`,
    `${head}Transfer-Encoding : chunked\r\n\r\n${chunks}`,
    `${head}Content-Length: +0\r\n\r\n${smuggled}`,
    `${head}Content-Length: 0x0\r\n\r\n${smuggled}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${smuggled}`,
  ]) {
    const answer = await answerTo(bytes)
    expect(answer, bytes).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1 /g), bytes).toHaveLength(1)
  }
})
