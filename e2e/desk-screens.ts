import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { STAFF_ROLES, type StaffRole } from '@shop/domain/staff'
import { generate } from 'otplib'
import { START } from './clock.ts'
import { DEMO_SECRET, linkOf, PASSWORD, refundAtProvider } from './desk-stage.ts'
import { analysisId, call, FERRITIN } from './stage.ts'
import type { ShopUnderTest } from './visitor.ts'

/** A separate desk with the demo's morning, a session for each role, and the ids with which screens are opened. */
export interface DeskCast {
  desk: string
  sandbox: string
  tokens: Record<StaffRole, string>
  ids: Record<
    | 'expected'
    | 'arrived'
    | 'done'
    | 'missed'
    | 'payment'
    | 'message'
    | 'report'
    | 'critical'
    | 'request'
    | 'member'
    | 'edition'
    | 'draft'
    | 'ferritin',
    string
  >
  /** Path from an invitation mail, to choose a password and set up the app. */
  invitation: string
}

export interface DeskScreen {
  name: string
  /** null: no one is logged in. */
  role: StaffRole | null
  path: string | ((cast: DeskCast) => string)
  /** 1280 by default; the nurse's sheet is for a phone. */
  width?: number
  /** Parts that are random each time and are masked in the picture. */
  covered?: string
  prepare?: (page: Page, cast: DeskCast) => Promise<unknown>
}

/**
 * Masked, since either of two mails may go out first, and a mail about an order paid immediately may become
 * unnecessary.
 */
const MAILS = 'ul[aria-labelledby="mails"]'

const looksForCamera = (page: Page) => page.getByText('No camera was found').waitFor()

async function findOrders(page: Page) {
  await page.getByRole('searchbox').fill('Kowalska')
  await page.keyboard.press('Enter')
  await page.getByRole('row').nth(1).waitFor()
}

export const DESK_SCREENS: DeskScreen[] = [
  { name: 'login', role: null, path: '/login' },
  {
    name: 'second factor',
    role: null,
    path: ({ invitation }) => invitation,
    covered: 'svg[role="img"], .deskCode',
  },
  { name: 'invitation by a pasted link', role: null, path: '/invitation' },
  { name: 'access', role: 'reception', path: '/passkeys' },
  { name: 'today', role: 'reception', path: '/' },
  { name: 'today at home in one place', role: 'homeVisits', path: '/?place=home:1' },
  { name: 'no visits', role: 'reception', path: '/?date=2027-03-14' },
  { name: 'orders', role: 'reception', path: '/orders', prepare: findOrders },
  { name: 'scanner without a camera', role: 'reception', path: '/?scan=1', prepare: looksForCamera },
  { name: 'order', role: 'reception', path: ({ ids }) => `/orders/${ids.arrived}`, covered: MAILS },
  {
    name: 'order to move',
    role: 'reception',
    path: ({ ids }) => `/orders/${ids.expected}?move=2027-03-05`,
    covered: MAILS,
  },
  { name: 'order of support', role: 'support', path: ({ ids }) => `/orders/${ids.done}`, covered: MAILS },
  { name: 'calendar', role: 'reception', path: '/calendar?place=1&from=2027-03-02&hour=08' },
  { name: 'hours', role: 'reception', path: '/calendar?place=1&from=2027-03-02', prepare: openMonday },
  { name: 'money', role: 'finance', path: '/money' },
  { name: 'money to look at', role: 'finance', path: '/money/attention', covered: 'td:last-child' },
  { name: 'daily closing', role: 'finance', path: '/money/closing' },
  {
    name: 'statement',
    role: 'finance',
    path: '/money/statement',
    covered: '.deskTable .deskCode',
    prepare: compareStatement,
  },
  {
    name: 'payment',
    role: 'finance',
    path: ({ ids }) => `/money/payments/${ids.payment}`,
    covered: 'p:has(> .deskCode)',
  },
  {
    name: 'payment given back outside',
    role: 'finance',
    // After the screens that list the payment in its earlier state.
    path: ({ ids }) => `/money/payments/${ids.payment}`,
    covered: '.deskCode',
    prepare: giveBackOutside,
  },
  { name: 'catalogue', role: 'catalogue', path: '/catalogue' },
  { name: 'edition', role: 'catalogue', path: ({ ids }) => `/catalogue/editions/${ids.edition}` },
  {
    name: 'edition with changes',
    role: 'catalogue',
    path: ({ ids }) => `/catalogue/editions/${ids.draft}`,
  },
  { name: 'missing texts', role: 'catalogue', path: '/catalogue/missing-texts' },
  { name: 'offers', role: 'catalogue', path: '/catalogue/offers?find=ferritin' },
  { name: 'offer', role: 'catalogue', path: ({ ids }) => `/catalogue/offers/analysis/${ids.ferritin}` },
  {
    name: 'texts of an offer',
    role: 'catalogue',
    path: ({ ids }) => `/catalogue/offers/analysis/${ids.ferritin}/texts`,
  },
  {
    name: 'texts to change',
    role: 'catalogue',
    path: ({ ids }) => `/catalogue/offers/analysis/${ids.ferritin}/texts?change=1`,
  },
  { name: 'search words', role: 'catalogue', path: '/search-words?words=always+tired&find=tired' },
  { name: 'messages', role: 'support', path: '/messages', covered: '.deskTable .deskCode' },
  {
    name: 'thread',
    role: 'support',
    path: ({ ids }) => `/messages/${ids.message}`,
    covered: '.row:has(> h1)',
  },
  { name: 'laboratory', role: 'laboratory', path: '/laboratory' },
  { name: 'refused report', role: 'laboratory', path: ({ ids }) => `/laboratory/reports/${ids.report}` },
  { name: 'critical values', role: 'laboratory', path: '/laboratory/critical-values' },
  {
    name: 'critical value',
    role: 'laboratory',
    path: ({ ids }) => `/laboratory/critical-values/${ids.critical}`,
  },
  { name: 'held results', role: 'laboratory', path: '/laboratory/held' },
  {
    name: 'held result',
    role: 'laboratory',
    path: ({ ids }) => `/laboratory/held/${ids.critical}`,
  },
  { name: 'rights', role: 'privacy', path: '/rights', covered: '.deskTable .deskCode' },
  {
    name: 'request about data',
    role: 'privacy',
    path: ({ ids }) => `/rights/${ids.request}`,
    covered: '.row:has(> h1), .deskCode',
  },
  { name: 'request by letter', role: 'privacy', path: '/rights/new' },
  { name: 'machine room', role: 'administrator', path: '/machine' },
  {
    name: 'laboratory systems',
    role: 'administrator',
    path: '/machine/laboratory-systems',
    covered: 'td:nth-child(3)',
    prepare: (page) => page.getByText('Disconnect the system').click(),
  },
  { name: 'staff', role: 'administrator', path: '/staff' },
  { name: 'member', role: 'administrator', path: ({ ids }) => `/staff/${ids.member}` },
  {
    name: 'audit',
    role: 'privacy',
    // No other screen opens this order, so its lines are the same however many screens were seen before.
    path: ({ ids }) => `/audit?objectId=${ids.missed}`,
    covered: '.deskCode, input[name="objectId"]',
  },
  { name: 'not for this role', role: 'reception', path: '/money' },
  { name: 'sheet', role: 'homeVisits', path: '/sheet', width: 390 },
]

/** A refund that the provider refuses, since one was made in its back office first, is made by bank transfer. */
async function giveBackOutside(page: Page, { sandbox }: DeskCast) {
  const said = page.getByText(/^Bank transfer, PP 1042/)
  if ((await said.count()) > 0) return
  const uid = (await page.locator('.deskCode').first().textContent())!.trim()
  // A refund that is due is shown with its form open.
  const sum = Number(await page.getByLabel(/^Amount, /).inputValue())
  await refundAtProvider({ sandbox }, uid, Math.round(sum * 100))
  await page.getByLabel('Reason').fill('The card is closed.')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByText('Refunded outside the shop').click()
  await page.getByLabel('Reference').fill('PP 1042')
  await page.getByRole('button', { name: 'Mark as refunded' }).click()
  await said.waitFor()
}

function openMonday(page: Page) {
  return page.locator('summary').filter({ hasText: 'Monday' }).click()
}

async function compareStatement(page: Page) {
  const lines = [
    'UID;Статус;Сумма;Валюта;Тип транзакции;Дата создания;Дата оплаты',
    '123-456;Успешный;28,80;BYN;Платеж;2027-03-02 10:59:12 +0300;2027-03-02 11:00:00 +0300',
    '123-457;Неуспешный;28,80;BYN;Платеж;2027-03-02 11:20:00 +0300;',
    '123-458;Успешный;9,00;BYN;Отмена;2027-03-02 11:30:00 +0300;2027-03-02 11:30:00 +0300',
  ]
  const buffer = Buffer.from(lines.join('\n'))
  await page.getByLabel('File').setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('table').first().waitFor()
}

/** Waits for the demo's morning; its last part is the refund that is due. */
export async function castDesk(shop: ShopUnderTest, desk: string): Promise<DeskCast> {
  const root = `${shop.url}/laboratory-api/staff`
  const tokens = Object.fromEntries(
    await Promise.all(STAFF_ROLES.map(async (role) => [role, await logIn(root, role)] as const)),
  ) as DeskCast['tokens']
  const ask = <Answer>(role: StaffRole, path: string) =>
    call<Answer>(`${root}${path}`, { token: tokens[role] })
  type Ids = { id: string }[]
  let due: { paymentId: string }[] = []
  while (due.length === 0) due = await ask('finance', '/payments/attention')
  const { visits } = await ask<{ visits: { orderId: string; patientNames: string[] }[] }>(
    'reception',
    '/visits',
  )
  const orderOf = (name: string) => visits.find(({ patientNames }) => patientNames[0] === name)!.orderId
  const [[message], [report], [critical], [request], members, { editions }] = await Promise.all([
    ask<Ids>('support', '/messages'),
    ask<Ids>('laboratory', '/refused-reports'),
    ask<Ids>('laboratory', '/critical-values'),
    ask<Ids>('privacy', '/rights-requests'),
    ask<{ id: string; email: string }[]>('administrator', '/members'),
    ask<{ editions: Ids }>('catalogue', '/catalogue'),
  ])
  return {
    desk,
    sandbox: shop.sandbox,
    tokens,
    ids: {
      expected: orderOf('Mazur Piotr'),
      arrived: orderOf('Wyszogrodzka Zofia'),
      done: orderOf('Kowalska Anna'),
      missed: orderOf('Sidorenko Mikhail'),
      payment: due[0]!.paymentId,
      message: message!.id,
      report: report!.id,
      critical: critical!.id,
      request: request!.id,
      member: members.find(({ email }) => email.startsWith('support'))!.id,
      edition: editions[0]!.id,
      draft: await draftEdition(root, tokens.catalogue),
      ferritin: String(await analysisId(shop, FERRITIN)),
    },
    invitation: await inviteVera(shop, tokens.administrator),
  }
}

/** Uploads the delivered catalogue with a changed word and price, and a place that is closed. */
async function draftEdition(root: string, token: string): Promise<string> {
  const read = (name: string) => readFileSync(join(import.meta.dirname, `../catalogue/${name}`), 'utf8')
  const files = {
    translations: read('translations.json').replace('Morfologia krwi z rozmazem', 'Morfologia z rozmazem'),
    callableRegions: read('callable-regions.json')
      .replace('"price": 33,', '"price": 34.5,')
      .replace('"isActive": true', '"isActive": false'),
  }
  const body = { note: 'Prices, March', files }
  const { id } = await call<{ id: string }>(`${root}/catalogue/editions`, { method: 'POST', token, body })
  return id
}

async function inviteVera(shop: ShopUnderTest, token: string): Promise<string> {
  const email = 'vera.krot@desk.example'
  await call(`${shop.url}/laboratory-api/staff/members`, {
    method: 'POST',
    token,
    body: {
      email,
      name: 'Vera Krot',
      locale: 'en',
      grants: [{ role: 'support', laboratoryIds: [1, 2] }],
      password: PASSWORD,
    },
  })
  const { pathname, hash } = new URL(await linkOf(email, shop))
  return pathname + hash
}

async function logIn(root: string, role: StaffRole): Promise<string> {
  const body = {
    email: `${role.toLowerCase()}@desk.example`,
    password: PASSWORD,
    // A moment after the start of the shop's clock.
    code: await generate({ secret: DEMO_SECRET, epoch: START / 1000 }),
  }
  const { accessToken } = await call<{ accessToken: string }>(`${root}/login`, { method: 'POST', body })
  return accessToken
}
