import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { StaffRole } from '@shop/domain/staff'
import { generate } from 'otplib'
import {
  addPatient,
  apiRoot,
  BRANCH,
  type Customer,
  call,
  confirmEmail,
  networkOfItsOwn,
  newCustomer,
  payOrder,
  placeOrder,
  type StagedOrder,
} from './stage.ts'
import { readMail, type ShopUnderTest, shopTogether } from './visitor.ts'

/** Eight letters for a name that no other test and no other try of this one has. */
export const lettersOfItsOwn = () =>
  String.fromCharCode(...crypto.getRandomValues(new Uint8Array(8)).map((byte) => 97 + (byte % 26)))

/** The secret of the demo staff's authenticator apps. */
export const DEMO_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const PASSWORD = 'plum harbour 47 lantern'
export const desk = () => process.env.DESK!
export const shop = shopTogether

/**
 * Logs in one of the demo staff. A code works once in half a minute, so the administrator logs in once for all
 * tests.
 */
export async function logInDemo(shop: ShopUnderTest, role: StaffRole): Promise<string> {
  const session = await call<{ accessToken: string }>(`${apiRoot(shop)}/staff/login`, {
    method: 'POST',
    body: {
      email: `${role.toLowerCase()}@desk.example`,
      password: PASSWORD,
      code: await codeOf(DEMO_SECRET),
    },
  })
  return session.accessToken
}

interface Staged {
  email: string
  secret: string
  token: string
}

const staged = new Map<string, Staged>()

export const codeOf = (secret: string, ahead = 0) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + ahead })

export async function invite(
  role: string,
  name = 'Olga Novik',
  laboratoryIds: number[] | null = null,
): Promise<string> {
  const email = `desk.${crypto.randomUUID()}@example.com`
  await call(`${apiRoot(shop())}/staff/members`, {
    method: 'POST',
    token: process.env.DESK_ADMINISTRATOR,
    body: {
      email,
      name,
      locale: 'en',
      grants: role.split(',').map((one) => ({ role: one, laboratoryIds })),
      password: PASSWORD,
    },
  })
  return email
}

/** The link in an invitation mail. */
export async function linkOf(email: string, at: ShopUnderTest = shop()): Promise<string> {
  const { text } = await readMail(at, email, /desk/)
  return /http\S+\/invitation#token=[\w-]+/.exec(text)![0]
}

/** A member of staff with a session, by the API; invited once per role, or set of roles: `support,finance`. */
export async function staff(role: string, name?: string): Promise<Staged> {
  const key = [role, name].join()
  const known = staged.get(key)
  if (known) return known
  const email = await invite(role, name)
  const token = new URL(await linkOf(email)).hash.replace('#token=', '')
  const root = `${apiRoot(shop())}/staff/invitations`
  // One network may open only a few invitations per hour.
  const headers = { 'X-Forwarded-For': networkOfItsOwn() }
  const opened = { method: 'POST', headers, body: { token } }
  const { secret } = await call<{ secret: string }>(`${root}/open`, opened)
  const body = { token, password: PASSWORD, code: await codeOf(secret) }
  const { accessToken } = await call<{ accessToken: string }>(`${root}/accept`, {
    method: 'POST',
    headers,
    body,
  })
  const made = { email, secret, token: accessToken }
  staged.set(key, made)
  return made
}

export async function logInAs(context: BrowserContext, role: string, name?: string): Promise<void> {
  const { token } = await staff(role, name)
  await context.addCookies([{ name: 'deskSession', value: token, url: desk(), httpOnly: true }])
}

/** A paid visit to the branch, with its day and its customer. */
export async function paidVisit(
  lastName = 'Kovaleva',
  branch = BRANCH,
): Promise<StagedOrder & { day: string; customer: Customer }> {
  const customer = await newCustomer(shop())
  await confirmEmail(customer)
  const order = await placeOrder(customer, await addPatient(customer, { lastName }), { branch })
  await payOrder(order)
  return { ...order, customer, day: await dayOfVisit(customer, order) }
}

async function dayOfVisit({ token }: Customer, { id }: StagedOrder): Promise<string> {
  const { visit } = await call<{ visit: { start: string } }>(`${apiRoot(shop())}/orders/${id}`, { token })
  return visit.start.slice(0, 10)
}

/** A paid home visit, with its day. */
export async function paidCall(lastName = 'Hrynevich'): Promise<StagedOrder & { day: string }> {
  const customer = await newCustomer(shop())
  await confirmEmail(customer)
  const order = await placeOrder(customer, await addPatient(customer, { lastName }), { isAtHome: true })
  await payOrder(order)
  return { ...order, day: await dayOfVisit(customer, order) }
}

export const dayOf = ({ day }: { day: string }) => `${desk()}/?date=${day}&place=${BRANCH}`
export const rowOf = (page: Page, { number }: { number: string }) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: number }) })

/** Refunds the payment in the provider's back office: from then on the provider refuses the shop's refunds. */
export async function refundAtProvider(
  { sandbox }: Pick<ShopUnderTest, 'sandbox'>,
  uid: string,
  minor: number,
): Promise<void> {
  const answer = await fetch(`${sandbox}/payment/transactions/refunds`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${Buffer.from('10042:sandbox-secret-key-known-to-everyone').toString('base64')}`,
    },
    body: JSON.stringify({ request: { parent_uid: uid, amount: minor, reason: 'back office' } }),
  })
  expect(answer.status).toBe(201)
}
