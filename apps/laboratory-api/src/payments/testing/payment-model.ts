import type { OrderState } from '@shop/domain/order-states'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Customer, MINUTE, MONDAY, pageToken, type Shop } from '../../orders/testing/order-fixture.ts'
import { watchPayment } from '../watch-payment.ts'

interface ModelPage {
  token: string
  /** Ids of the successful payments on it. */
  paid: string[]
  isFinished: boolean
  isExpired: boolean
}
type Notification = { headers: Record<string, string>; body: string }

/** What an order must be after each step, worked out without a database. */
export interface PaymentModel {
  orderId: string
  state: OrderState
  refundsDue: number
  /** The kind of each payment that the shop knows. */
  kinds: ('settled' | 'second' | 'late')[]
  pages: ModelPage[]
  /** Payments that the shop has taken into account. */
  known: Set<string>
  sent: { token: string; notification: Notification }[]
  minutes: number
}
interface Real {
  shop: Shop
  customer: Customer
}
type Command = fc.AsyncCommand<PaymentModel, Real>

export function createModel({ id, token }: { id: string; token: string }): PaymentModel {
  return {
    orderId: id,
    state: 'awaitingPayment',
    refundsDue: 0,
    kinds: [],
    pages: [newPage(token)],
    known: new Set(),
    sent: [],
    minutes: 0,
  }
}

function newPage(token: string): ModelPage {
  return { token, paid: [], isFinished: false, isExpired: false }
}

function takeMoney(model: PaymentModel, uid: string): void {
  if (model.known.has(uid)) return
  model.known.add(uid)
  if (model.state === 'awaitingPayment') {
    model.state = 'paid'
    model.kinds.push('settled')
  } else {
    model.refundsDue++
    model.kinds.push(model.state === 'paid' ? 'second' : 'late')
  }
}

function openPage(model: PaymentModel, index: number): ModelPage | undefined {
  const open = model.pages.filter(({ isFinished, isExpired }) => !isFinished && !isExpired)
  return open[index % Math.max(1, open.length)]
}

async function tell(
  model: PaymentModel,
  { shop }: Real,
  sent: { token: string; notification: Notification },
): Promise<void> {
  model.sent.push(sent)
  expect((await shop.notify(sent.notification)).status).toBe(200)
  isAsked(model, sent.token)
}

/**
 * Whatever a notification says, the provider is queried about its page: an unreported payment is found, and so is the
 * end of the page.
 */
function isAsked(model: PaymentModel, token: string): void {
  const { paid, isExpired } = model.pages.find((page) => page.token === token)!
  for (const uid of paid) takeMoney(model, uid)
  if (paid.length === 0 && isExpired) findEverything(model)
}

async function expectAsModelled(model: PaymentModel, { customer }: Real): Promise<void> {
  const order = await customer.client.order(model.orderId)
  expect([order.state, order.payment.refundDue]).toEqual([model.state, model.refundsDue > 0])
}

function command(name: string, check: Command['check'], run: Command['run']): Command {
  return {
    check,
    async run(model, real) {
      await run(model, real)
      await expectAsModelled(model, real)
    },
    toString: () => name,
  }
}

/** A customer pays on an open page. The notification is sent `copies` times; with none it got lost. */
function pay(index: number, copies: number): Command {
  return command(
    `pay(page ${index}, ${copies} notifications)`,
    (model) => openPage(model, index) !== undefined,
    async (model, real) => {
      const page = openPage(model, index)!
      const { uid } = real.shop.bepaid.conclude(page.token, 'successful')
      page.paid.push(uid)
      page.isFinished = true
      const { token } = page
      const notification = real.shop.bepaid.notification(token)
      await Promise.all(Array.from({ length: copies }, () => tell(model, real, { token, notification })))
    },
  )
}

function decline(index: number): Command {
  return command(
    `decline(page ${index})`,
    (model) => openPage(model, index) !== undefined,
    async (model, real) => {
      const { token } = openPage(model, index)!
      real.shop.bepaid.conclude(token, 'failed')
      await tell(model, real, { token, notification: real.shop.bepaid.notification(token) })
    },
  )
}

/** An earlier notification arrives again. */
function repeat(index: number): Command {
  return command(
    `repeat(${index})`,
    ({ sent }) => sent.length > 0,
    async (model, real) => tell(model, real, model.sent[index % model.sent.length]!),
  )
}

/** A notification that must not be trusted or does not fit. */
function deceive(index: number, lie: Record<string, unknown> | 'signature' | 'password'): Command {
  return command(
    `deceive(page ${index}, ${JSON.stringify(lie)})`,
    () => true,
    async (model, { shop }) => {
      const { token, paid } = model.pages[index % model.pages.length]!
      const overrides = typeof lie === 'string' ? {} : lie
      const invented = { uid: crypto.randomUUID(), status: 'successful', ...overrides }
      const { headers, body } = shop.bepaid.forgedNotification(token, invented)
      const forged = {
        ...headers,
        ...(lie === 'signature' ? { 'content-signature': btoa('x') } : {}),
        ...(lie === 'password' ? { authorization: 'Basic eDp5' } : {}),
      }
      const answer = await shop.notify({ headers: forged, body })
      const isAuthentic = typeof lie !== 'string'
      const isOfPage = isAuthentic && !('tracking_id' in lie) && lie.type === undefined
      // A payment that the page knows nothing of is refused, so the provider would send it again for ever.
      const isUnconfirmed = isOfPage && invented.status === 'successful' && paid.length === 0
      expect(answer.status).toBe(isAuthentic ? (isUnconfirmed ? 502 : 200) : 401)
      if (isOfPage && !isUnconfirmed) isAsked(model, token)
    },
  )
}

/** "Pay" again: a page that is open and was never declined is kept, otherwise there is a new one. */
const payAgain = command(
  'pay again',
  ({ state, minutes }) => state === 'awaitingPayment' && minutes < 30,
  async (model, { customer }) => {
    const paidUnnoticed = model.pages.flatMap(({ paid }) => paid).filter((uid) => !model.known.has(uid))
    const answer = await customer.client.payOrder(model.orderId).catch((problem) => {
      expect([problem.code, paidUnnoticed.length > 0]).toEqual(['order_not_payable', true])
      return null
    })
    // Before it opens anything, the shop queries the open pages: a lost payment is found.
    expect(Boolean(answer), 'no second page once money has arrived').toBe(paidUnnoticed.length === 0)
    if (!answer) for (const uid of paidUnnoticed) takeMoney(model, uid)
    else if (!model.pages.some(({ token }) => token === pageToken(answer.redirectUrl)))
      model.pages.push(newPage(pageToken(answer.redirectUrl)))
  },
)

/** The provider reports that a page has ended: any payment on it is found, and the place is freed. */
function notifyOfEnd(index: number): Command {
  return command(
    `notify of end(page ${index})`,
    ({ pages }) => pages.some(({ isExpired }) => isExpired),
    async (model, real) => {
      const over = model.pages.filter(({ isExpired }) => isExpired)
      const { token } = over[index % over.length]!
      await tell(model, real, { token, notification: real.shop.bepaid.stateNotification(token) })
    },
  )
}

const cancel = command(
  'cancel',
  ({ state }) => state === 'awaitingPayment',
  async (model, { customer }) => {
    await customer.client.cancelOrder(model.orderId)
    model.state = 'cancelled'
  },
)

function pass(minutes: number): Command {
  return command(
    `pass(${minutes} minutes)`,
    () => true,
    async (model, { shop }) => {
      model.minutes += minutes
      shop.clock.now = new Date(MONDAY.getTime() + model.minutes * MINUTE)
      if (model.minutes < 30) return
      for (const page of model.pages) {
        if (page.isFinished) continue
        page.isExpired = true
        shop.bepaid.pages.get(page.token)!.expired = true
      }
    },
  )
}

const watch = command('watch', () => true, look)

async function look(model: PaymentModel, { shop }: Real): Promise<void> {
  const since = shop.clock.now.toISOString()
  await watchPayment(shop.api.context, { orderId: model.orderId, since, look: 0 })
  findEverything(model)
}

/** The result of querying the provider about every page. */
function findEverything(model: PaymentModel): void {
  for (const { paid } of model.pages) for (const uid of paid) takeMoney(model, uid)
  if (model.state === 'awaitingPayment' && model.minutes >= 30) model.state = 'expired'
}

/** A start with many consequences: a declined page that stays open, and a new one beside it. */
export async function openSecondPage(model: PaymentModel, real: Real): Promise<void> {
  await decline(0).run(model, real)
  await payAgain.run(model, real)
}

/** The end of every run: all lost notifications are found by querying. */
export async function notifyOfEverything(model: PaymentModel, real: Real): Promise<void> {
  await look(model, real)
}

const page = fc.nat(5)
const lies = fc.constantFrom(
  { amount: 1 },
  { currency: 'EUR' },
  { test: false },
  { tracking_id: '0198a5f0-0000-7000-8000-000000000000' },
  { type: 'refund' },
  { status: 'pending' },
  'signature' as const,
  'password' as const,
)
const payment = fc.tuple(page, fc.nat(3)).map(([index, copies]) => pay(index, copies))
const declined = page.map(decline)
/** Commands that lead to several pages come more often than those that change nothing. */
export const commands: fc.Arbitrary<Command>[] = [
  payment,
  payment,
  declined,
  declined,
  fc.constant(payAgain),
  fc.constant(payAgain),
  page.map(repeat),
  page.map(notifyOfEnd),
  fc.tuple(page, lies).map(([index, lie]) => deceive(index, lie)),
  fc.constant(cancel),
  fc.integer({ min: 1, max: 20 }).map(pass),
  fc.constant(watch),
]
