import { type APIRequestContext, expect, test } from '@playwright/test'
import { QUERY } from './nonsense.ts'
import {
  addPatient,
  BRANCH,
  chooseCall,
  confirmEmail,
  fillCart,
  HOME_LABORATORY,
  newCustomer,
  type StagedAccounts,
  stageAccounts,
} from './stage.ts'
import { shopTogether } from './visitor.ts'

// One customer with a patient, a filled cart, a home visit, an order and its result serves every row.
test.describe.configure({ mode: 'default' })

let stage: StagedAccounts

test.beforeAll(async () => {
  stage = await stageAccounts(shopTogether())
})

const sessionCookie = (token: string) => `authToken=${encodeURIComponent(`Bearer ${token}`)}`

type Viewer = 'guest' | 'customer' | 'unconfirmed'

async function open(
  request: APIRequestContext,
  { path, viewer, laboratoryId = HOME_LABORATORY }: { path: string; viewer: Viewer; laboratoryId?: number },
) {
  const who = viewer === 'guest' ? undefined : stage[viewer]
  const cookies = [`activeLaboratoryId=${laboratoryId}`, ...(who ? [sessionCookie(who.token)] : [])]
  return request.get(`${shopTogether().url}${path}`, {
    headers: { Accept: 'text/html', Cookie: cookies.join('; ') },
    maxRedirects: 0,
  })
}

function headingOf(html: string): string | undefined {
  return /<h1[^>]*>(.*?)<\/h1>/s
    .exec(html)?.[1]
    ?.replaceAll(/<[^>]+>/g, '')
    .trim()
}

const resultPath = ({ testResultId }: StagedAccounts) => `/test-results/${testResultId}/patients`
const patientPath = (staged: StagedAccounts) => `${resultPath(staged)}/${staged.patientId}`

const ROUTES: [
  tag: string[],
  key: string,
  path: string | ((staged: StagedAccounts) => string),
  viewer: Viewer,
  heading: string | RegExp,
  laboratoryId?: number,
][] = [
  [['@SPEC-2-ROUTE-HOME'], 'home', '/', 'guest', 'Which test do you need?'],
  [['@SPEC-2-ROUTE-SUPPORT'], 'support', '/support', 'guest', 'Support'],
  [['@SPEC-2-ROUTE-LOGIN', '@SPEC-4-LOGIN-STATE-FORM'], 'login', '/login', 'guest', 'Log in'],
  [['@SPEC-2-ROUTE-REGISTER'], 'register', '/register', 'guest', 'Create an account'],
  [['@SPEC-2-ROUTE-SETTINGS'], 'settings', '/settings', 'customer', 'Settings'],
  [['@SPEC-2-ROUTE-PATIENTS-LIST'], 'patientsList', '/patients', 'customer', 'Patients'],
  [['@SPEC-2-ROUTE-CREATE-PATIENT'], 'createPatient', '/patients/create', 'customer', 'New patient'],
  [
    ['@SPEC-2-ROUTE-EDIT-PATIENT'],
    'editPatient',
    ({ patientId }) => `/patients/edit/${patientId}`,
    'customer',
    'Edit the patient',
  ],
  [
    ['@SPEC-2-EDIT-PATIENT-BACK-PATH-KEY'],
    'editPatient with a backPathKey',
    ({ patientId }) => `/patients/edit/${patientId}?backPathKey=cart`,
    'customer',
    'Edit the patient',
  ],
  [['@SPEC-2-ROUTE-SEARCH'], 'search', '/search', 'guest', 'All tests'],
  [
    ['@SPEC-2-ROUTE-ANALYSIS-IN-SEARCH'],
    'analysisInSearch',
    '/search/analysis/1',
    'guest',
    /^Complete blood count/,
  ],
  [['@SPEC-2-ROUTE-PROFILES'], 'profiles', '/profiles', 'guest', 'Profiles'],
  [
    ['@SPEC-2-ROUTE-PROFILE-CARD', '@SPEC-1-SOME-RUSSIAN'],
    'profileCard',
    '/profiles/1',
    'guest',
    /^Профиль 1\./,
  ],
  [
    ['@SPEC-2-ROUTE-ADD-TO-CART', '@SPEC-2-ADDABLE-TYPES'],
    'addToCart of an analysis',
    '/add-to-cart/analysis/1',
    'customer',
    'Who is it for?',
  ],
  [
    ['@SPEC-2-ROUTE-ADD-TO-CART', '@SPEC-2-ADDABLE-TYPES'],
    'addToCart of a profile',
    '/add-to-cart/profile/1',
    'customer',
    'Who is it for?',
  ],
  [
    ['@SPEC-2-ROUTE-CATEGORIES', '@SPEC-2-SLUG-AUTOIMMUNE'],
    'category autoimmune',
    '/categories/autoimmune',
    'guest',
    'Autoimmune diseases',
  ],
  [
    ['@SPEC-2-ROUTE-CATEGORIES', '@SPEC-2-SLUG-HORMONES'],
    'category hormones',
    '/categories/hormones',
    'guest',
    'Hormones',
  ],
  [
    ['@SPEC-2-ROUTE-CATEGORIES', '@SPEC-2-SLUG-ALLERGOLOGY'],
    'category allergology',
    '/categories/allergology',
    'guest',
    'Allergology',
  ],
  [
    ['@SPEC-2-ROUTE-CATEGORIES', '@SPEC-2-SLUG-GENERAL-BLOOD-TESTS'],
    'category general-blood-tests',
    '/categories/general-blood-tests',
    'guest',
    'General blood tests',
  ],
  [
    ['@SPEC-2-ROUTE-CATEGORIES', '@SPEC-2-SLUG-GENETICS'],
    'category genetics',
    '/categories/genetics',
    'guest',
    'Genetics',
  ],
  [
    ['@SPEC-2-ROUTE-CATEGORIES', '@SPEC-2-SLUG-DIAGNOSTICS'],
    'category diagnostics',
    '/categories/diagnostics',
    'guest',
    'Diagnostics by health concern',
  ],
  [
    ['@SPEC-2-ROUTE-ARTICLE'],
    'article',
    '/articles/getting-ready-for-analyses',
    'guest',
    'Getting ready for tests',
  ],
  [['@SPEC-2-ROUTE-CART'], 'cart', '/order/cart', 'customer', 'Cart'],
  [
    ['@SPEC-2-ROUTE-DATE-OR-CALL'],
    'dateOrCall',
    '/order/date-or-call',
    'customer',
    'At home or at a branch?',
  ],
  [
    ['@SPEC-2-ROUTE-CALL-DETAILS'],
    'callDetails',
    '/order/call-details',
    'customer',
    'Where should the nurse come?',
  ],
  [
    ['@SPEC-2-ROUTE-NURSE-CHECKOUT-DATE'],
    'nurseCheckoutDate',
    '/order/nurse-checkout-time',
    'customer',
    'Where and when?',
    BRANCH,
  ],
  [
    ['@SPEC-2-ROUTE-ORDER-FEEDBACK'],
    'orderFeedback',
    '/order/feedback',
    'customer',
    'How should we contact you?',
  ],
  [
    ['@SPEC-2-ROUTE-CONFIRM-EMAIL'],
    'confirmEmailInOrder',
    '/order/confirm-email',
    'unconfirmed',
    'Confirm your e-mail',
  ],
  [['@SPEC-2-ROUTE-DATA-CONFIRMED'], 'dataConfirmed', '/order/data-confirmed', 'customer', 'Review and pay'],
  [
    ['@SPEC-2-ROUTE-ORDER-SUBMITTED'],
    'orderSubmitted',
    ({ orderId }) => `/order/order-submitted?orderId=${orderId}`,
    'customer',
    'All your results are in',
  ],
  [['@SPEC-2-ROUTE-TEST-RESULTS'], 'testResults', '/test-results', 'customer', /./],
  [['@SPEC-2-ROUTE-RESULT-PATIENTS'], 'testResultPatientsList', resultPath, 'customer', /./],
  [
    ['@SPEC-2-ROUTE-RESULT-PATIENT'],
    'testResultPatientAnalyzesList',
    patientPath,
    'customer',
    'Anna Kovaleva',
  ],
  [
    ['@SPEC-2-ROUTE-RESULT-ANALYSIS'],
    'testResultPatientAnalysisResult',
    (staged) => `${patientPath(staged)}/analysis-results/${staged.analysisResultId}`,
    'customer',
    'Ferritin',
  ],
  [['@SPEC-2-ROUTE-DOCUMENTS', '@SPEC-1-DOCUMENTS'], 'documents', '/documents', 'guest', 'Documents'],
  [
    ['@SPEC-2-ROUTE-DOCUMENT', '@SPEC-1-DOCUMENTS'],
    'document',
    '/documents/public-offer',
    'guest',
    'Public offer',
  ],
]

for (const [tag, key, path, viewer, heading, laboratoryId] of ROUTES) {
  test(`${key} opens at its path`, { tag }, async ({ request }) => {
    const address = typeof path === 'string' ? path : path(stage)
    const answer = await open(request, { path: address, viewer, ...(laboratoryId ? { laboratoryId } : {}) })
    expect(answer.status(), answer.headers().location).toBe(200)
    expect(headingOf(await answer.text())).toMatch(heading)
  })
}

/** Would become an element, an attribute or the end of a script if it reached a page unescaped. */
const MARKUP = `"'></script><svg onload=x7q>`
const queried = (address: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${QUERY.filter((name) => name !== 'orderId')
    .map((name) => `${name}=${encodeURIComponent(MARKUP)}`)
    .join('&')}`

test('nothing typed and nothing in an address becomes an element or a script of any page', {
  tag: ['@ASVS-1.2.1', '@ASVS-1.2.3'],
}, async ({ request }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  await fillCart(customer, { patientIds: [patientId] })
  await chooseCall(customer, undefined, { street: MARKUP, addressNotes: MARKUP })
  const shown: string[] = []
  for (const [, key, path, viewer, , laboratoryId = HOME_LABORATORY] of ROUTES) {
    const staged = { ...stage, patientId }
    const address = typeof path === 'string' ? path : path(key === 'editPatient' ? staged : stage)
    const own = /order|cart/i.test(key) || viewer === 'guest'
    for (const each of [address, queried(address), queried(`${address.split('?')[0]}.data`)]) {
      const { token } = own ? customer : stage.customer
      const answer = await request.get(`${shop.url}${each}`, {
        headers: { Cookie: `activeLaboratoryId=${laboratoryId}; ${sessionCookie(token)}` },
        maxRedirects: 0,
      })
      const body = await answer.text()
      // Data is JSON, which no browser treats as a page.
      const { 'content-type': type = '', 'x-content-type-options': sniffing } = answer.headers()
      if (type.startsWith('text/x-script')) {
        for (const line of body.split('\n').filter(Boolean)) JSON.parse(line.replace(/^P\d+:/, ''))
        expect(sniffing).toBe('nosniff')
      } else expect(body, each).not.toMatch(/<svg onload=x7q|<\/script><svg/)
      expect(JSON.stringify(answer.headers()), each).not.toContain('onload=x7q>')
      if (body.includes('x7q')) shown.push(key)
    }
  }
  expect(new Set(shown)).toContain('search')
  expect(new Set(shown)).toContain('callDetails')
})

test('every page has a logout once logged in, and none contains the session’s token', {
  tag: ['@ASVS-7.4.4', '@ASVS-10.1.1'],
}, async ({ request }) => {
  for (const [, key, path, viewer, , laboratoryId = HOME_LABORATORY] of ROUTES) {
    const { token } = viewer === 'unconfirmed' ? stage.unconfirmed : stage.customer
    const address = typeof path === 'string' ? path : path(stage)
    const answer = await request.get(`${shopTogether().url}${address}`, {
      headers: { Cookie: `activeLaboratoryId=${laboratoryId}; ${sessionCookie(token)}` },
      maxRedirects: 0,
    })
    const html = await answer.text()
    expect(html, key).not.toContain(token)
    // Login and registration redirect a customer who is already logged in.
    if (answer.status() === 200) expect(html, key).toContain('action="/logout"')
    else expect(answer.status(), key).toBe(302)
  }
})

test('every answer declares its type, and every text its character set', {
  tag: ['@ASVS-4.1.1'],
}, async ({ request }) => {
  const home = await (await open(request, { path: '/', viewer: 'guest' })).text()
  const assets = [...new Set([...home.matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1]!))]
  const paths = [
    ...['/', '/settings', '/search.data', '/search.data?_routes=catalogue%2Froutes%2Fsearch', '/nowhere'],
    ...['/public-env.js', '/manifest.webmanifest', '/favicon.svg', '/robots.txt', '/healthz', '/readyz'],
    ...['/api/cart/current-cart', '/laboratory-api/analyses', '/laboratory-api/openapi.json'],
    ...['/laboratory-api/docs', '/laboratory-api/fhir/R4/metadata', '/laboratory-api/nowhere'],
    ...assets.slice(0, 12),
  ]
  for (const path of paths) {
    const answer = await open(request, { path, viewer: 'customer' })
    if ((await answer.body()).length === 0) continue
    const type = answer.headers()['content-type'] ?? 'none'
    expect(type, path).toMatch(
      /^(?:text\/[\w-]+; ?charset=utf-8|application\/[\w+.-]+(?:; ?charset=utf-8)?|image\/(?:png|svg\+xml(?:; ?charset=utf-8)?)|font\/woff2)$/i,
    )
  }
})

test('no folder lists its contents', { tag: ['@ASVS-13.4.3'] }, async ({ request }) => {
  for (const folder of ['/assets', '/assets/', '/laboratory-api/docs/', '/.git/', '/assets/..%2f']) {
    const answer = await open(request, { path: folder, viewer: 'guest' })
    expect(answer.status(), folder).toBeGreaterThanOrEqual(300)
    expect(await answer.text(), folder).not.toMatch(/Index of|\.js</)
  }
})

test('only profiles and analyses that exist can be added', {
  tag: ['@SPEC-2-ADDABLE-TYPES'],
}, async ({ request }) => {
  for (const path of ['/add-to-cart/material/1', '/add-to-cart/analysis/999999', '/add-to-cart/profile/x']) {
    expect((await open(request, { path, viewer: 'customer' })).status(), path).toBe(404)
  }
})

test('the shell’s own route redirects home', { tag: ['@SPEC-2-ROUTE-APP'] }, async ({ request }) => {
  const answer = await open(request, { path: '/_app', viewer: 'guest' })
  expect(answer.status()).toBe(302)
  expect(answer.headers().location).toBe('/')
})

test('a guest who opens a user’s page logs in first and returns to it', {
  tag: ['@SPEC-6-TWO-STATES'],
}, async ({ request }) => {
  for (const path of ['/settings', '/patients', '/order/date-or-call', '/orders', '/test-results']) {
    const answer = await open(request, { path, viewer: 'guest' })
    expect(answer.status(), path).toBe(302)
    const asked = new URLSearchParams({ pathnameToReturn: path, backPathKey: 'home' })
    expect(answer.headers().location).toBe(`/login?${asked}`)
  }
})

test('another user’s things are not found', { tag: ['@SPEC-6-TWO-STATES'] }, async ({ request }) => {
  const paths = [
    `/patients/edit/${stage.patientId}`,
    `/orders/${stage.orderId}`,
    resultPath(stage),
    patientPath(stage),
  ]
  for (const path of paths) {
    expect((await open(request, { path, viewer: 'unconfirmed' })).status(), path).toBe(404)
  }
})

test('a missing page says so, and offers a way on', async ({ request }) => {
  const answer = await open(request, { path: '/nowhere', viewer: 'guest' })
  expect(answer.status()).toBe(404)
  expect(headingOf(await answer.text())).toBe('Page not found')
})
