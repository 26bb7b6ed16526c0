// The mails that a customer gets, in a shop of their own.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { START } from './clock.ts'
import { DEMO_SECRET, PASSWORD as DESK_PASSWORD } from './desk-stage.ts'
import { BLOOD_COUNT, reportCriticalBloodCount, reportFerritin } from './laboratory-system.ts'
import { codeAtShopTime } from './rare-stage.ts'
import {
  addPatient,
  apiRoot,
  BRANCH,
  call,
  confirmEmail,
  findResult,
  freeTime,
  networkOfItsOwn,
  newCustomer,
  payOrder,
  placeOrder,
  planRepeat,
} from './stage.ts'
import { type Mail, readMail, type ShopUnderTest } from './visitor.ts'

/** Too long for a line, with no place for a break. */
const LONG_ADDRESS = 'anna.with.a.very.long.name.01234567-89ab-cdef-0123-456789abcdef@mail.example.com'
const SUPPORT = 'support@norma.example.com'
/** A minute before the shop's clock starts. */
const MEASURED = new Date(START - 60_000)
/** Just after the jobs that remind of the next day's visits and of a month that was chosen. */
const EVENING = Date.UTC(2027, 2, 2, 15, 0, 1)
const NEXT_MONTH = Date.UTC(2027, 3, 1, 6, 30, 1)

export interface ShopAtAnyTime extends ShopUnderTest {
  /** Ends it and starts it again, with the same data, at another time of its clock. */
  startAgainAt(time: number): Promise<void>
}

export interface StagedMails {
  /** Those that differ in structure, by the names of their pictures. */
  pictured: Readonly<Record<string, Mail>>
  all: readonly Mail[]
}

type MailKind =
  | 'received'
  | 'paid'
  | 'cancelled'
  | 'tomorrow'
  | 'moved'
  | 'refunded'
  | 'result'
  | 'repeat'
  | 'supportCopy'

/** A mail's subject in any of the languages: an order uses the language in which it was made, the account its own. */
function subjectOf(kind: MailKind, values: Record<string, string> = {}): RegExp {
  const subjects = LOCALES.map((locale) => {
    const file = join(import.meta.dirname, '../packages/texts/locales', locale, 'mails.json')
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<MailKind, { subject: string }>
    return texts[kind].subject
      .replace(/[()]/g, '\\$&')
      .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  })
  return new RegExp(`^(?:${subjects.join('|')})$`)
}

const mailsIn = async ({ sandbox }: ShopUnderTest) =>
  (await (await fetch(`${sandbox}/mailbox/messages`)).json()) as Mail[]

const isAlarming = ({ html }: Mail) => html.includes('class="alarm"')

/** Reception cancels an unpaid order. */
async function cancelAtDesk(shop: ShopUnderTest, orderId: string) {
  const root = `${apiRoot(shop)}/staff`
  const code = await codeAtShopTime(DEMO_SECRET)
  const login = { email: 'reception@desk.example', password: DESK_PASSWORD, code }
  const { accessToken } = await call<{ accessToken: string }>(`${root}/login`, {
    method: 'POST',
    body: login,
  })
  const body = { state: 'awaitingPayment', reason: 'The branch is closed on that day.' }
  await call(`${root}/orders/${orderId}/cancellation`, { method: 'POST', token: accessToken, body })
}

/**
 * The mails after registering, ordering at a branch and at home, paying, moving a visit, losing one that the network
 * cancels, asking for a new password and for help, getting a value in range and a critical one, on the day before a
 * visit, and in the month in which a test was to be repeated.
 */
export async function stageMails(shop: ShopAtAnyTime, locale: Locale): Promise<StagedMails> {
  const customer = await newCustomer(shop, { locale, email: LONG_ADDRESS })
  const { email, token } = customer
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  const post = (path: string, body?: unknown) =>
    call<{ reference: string }>(`${apiRoot(shop)}${path}`, {
      method: 'POST',
      token,
      headers: { 'X-Forwarded-For': networkOfItsOwn() },
      ...(body === undefined ? {} : { body }),
    })

  const cancelled = await placeOrder(customer, patientId, { at: 0.5 })
  await cancelAtDesk(shop, cancelled.id)
  const critical = await placeOrder(customer, patientId, { at: 0, code: BLOOD_COUNT, total: 28.8 })
  await payOrder(critical)
  await reportCriticalBloodCount({ customer, order: critical }, { at: MEASURED })
  const inRange = await placeOrder(customer, patientId, { at: 0.1 })
  await payOrder(inRange)
  await reportFerritin({ customer, order: inRange }, { status: 'final', ferritin: 40, at: MEASURED })
  // What is ordered again needs no reminder: nobody orders another blood count here.
  const repeated = await findResult(customer, { patientId, orderNumber: critical.number })
  await planRepeat(customer, repeated, NEXT_MONTH)
  const tomorrow = await placeOrder(customer, patientId, { at: 0.14 })
  await payOrder(tomorrow)
  const current = await freeTime(shop, BRANCH, 0.2)
  const moved = await placeOrder(customer, patientId, { at: 0.2 })
  await payOrder(moved)
  await readMail(shop, email, subjectOf('paid', { number: moved.number }))
  await post(`/orders/${moved.id}/visit`, { current, start: await freeTime(shop, BRANCH, 0.3) })
  const atHome = await placeOrder(customer, patientId, { at: 0.1, isAtHome: true })
  await payOrder(atHome)
  // An order cancelled before its mail is sent gets no mail about its payment.
  await readMail(shop, email, subjectOf('paid', { number: atHome.number }))
  await post(`/orders/${atHome.id}/cancel`)
  const unpaid = await placeOrder(customer, patientId, { at: 0.4 })
  await post('/users/password', { email })
  const { reference } = await post('/support-messages', {
    name: 'Anna Kovaleva',
    email,
    message: `https://example.com/${'a'.repeat(80)}`,
    orderNumber: atHome.number,
  })
  await readMail(shop, SUPPORT, new RegExp(reference))
  await readMail(shop, email, subjectOf('supportCopy', { reference }))

  const is = (kind: MailKind, number = '') => {
    const subject = subjectOf(kind, { number })
    return (mail: Mail) => subject.test(mail.subject)
  }
  // Each is sent by its own job, in any order.
  let all: Mail[] = []
  const pictured: Record<string, Mail> = {}
  async function arrive(wanted: Readonly<Record<string, (mail: Mail) => boolean>>) {
    await expect
      .poll(
        async () => {
          all = await mailsIn(shop)
          return Object.keys(wanted).filter((name) => !all.some(wanted[name]!))
        },
        { timeout: PATIENCE_MS, message: 'all mails have arrived' },
      )
      .toEqual([])
    for (const [name, isWanted] of Object.entries(wanted)) pictured[name] = all.find(isWanted)!
  }
  await arrive({
    'confirm-e-mail': ({ html }) => html.includes('class="code"'),
    'new-password': ({ html }) => html.includes('/reset-password#'),
    'order-to-be-paid': is('received', unpaid.number),
    'order-paid': is('paid', critical.number),
    'order-cancelled': is('cancelled', cancelled.number),
    'visit-moved': is('moved', moved.number),
    result: (mail) => is('result')(mail) && !isAlarming(mail),
    'critical-result': (mail) => is('result')(mail) && isAlarming(mail),
    refund: is('refunded', atHome.number),
  })
  await shop.startAgainAt(EVENING)
  await arrive({ 'visit-tomorrow': is('tomorrow', tomorrow.number) })
  await shop.startAgainAt(NEXT_MONTH)
  await arrive({ repeat: is('repeat') })
  return {
    pictured,
    all: all.filter(({ to, subject }) => to === email || (to === SUPPORT && subject.includes(reference))),
  }
}
