import { randomUUID } from 'node:crypto'
import { acceptedDocumentSchema } from '@shop/contract/accounts'
import { genderFromWire } from '@shop/contract/fields'
import { createMainApiClient, type MainApiClient, membersOf } from '@shop/contract/main-api-client'
import { type CreateOrder, DEFAULT_FEEDBACK } from '@shop/contract/orders'
import { patientToWire } from '@shop/contract/patients'
import { startOfDay, todayIn } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { ORDER_CURRENCY } from '@shop/domain/money'
import { localInstant } from '@shop/domain/visit-slots'
import { ownServerProof } from '@shop/server/own-server'
import { and, eq, gte, inArray, lt } from 'drizzle-orm'
import { issueAccessToken } from '../accounts/access-tokens.ts'
import { users } from '../accounts/tables.ts'
import type { ApiContext } from '../context.ts'
import { addNote } from '../desk/add-note.ts'
import { changeVisit, takeSamples } from '../desk/change-visit.ts'
import { orders } from '../orders/tables.ts'
import { staffAccounts } from '../staff/tables.ts'
import { freeSlot, takeSlot } from '../visits/take-slot.ts'
import { reportFromLaboratory } from './demo-reports.ts'
import { DEMO_VISITS, type DemoVisit } from './demo-visits.ts'

/** A branch and home visits in Minsk, from the demo catalogue. */
const PLACES = { branch: 1, home: 21, region: 1 }
const PASSWORD = 'plum harbour 47 lantern'
const VISIT_MS = 15 * 60_000

interface Demo {
  context: ApiContext
  /** The main API, in this process. */
  fetch: (input: string, init: RequestInit) => Promise<Response>
  /** Pays on the sandbox's payment page. */
  pay: (redirectUrl: string) => Promise<void>
  /** E-mail address of the member of staff who did what is already done. */
  staffEmail: string
}

const emailOf = ({ firstName, lastName }: DemoVisit) =>
  `${firstName}.${lastName}@patients.example`.toLowerCase()

/**
 * Fills today with visits, so that the desk has something to show: once a day, in the sandbox only. Everything is
 * done as patients would do it, except that visits are moved to this morning, which can no longer be ordered.
 */
export async function fillDemoMorning(demo: Demo): Promise<void> {
  const { context, staffEmail } = demo
  const today = todayIn(context.settings.businessTimeZone, context.now())
  if (await isFilled(context, today)) return
  const [staff] = await context.database.queries
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .where(eq(staffAccounts.email, staffEmail))
  if (!staff) return
  for (const visit of DEMO_VISITS) await stage(demo, { visit, today, staffId: staff.id })
}

async function isFilled({ database, settings }: ApiContext, today: string): Promise<boolean> {
  const zone = settings.businessTimeZone
  const [found] = await database.queries
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        inArray(users.email, DEMO_VISITS.map(emailOf)),
        gte(orders.visitStart, startOfDay(today, zone)),
        lt(orders.visitStart, startOfDay(addDays(today, 1), zone)),
      ),
    )
    .limit(1)
  return found !== undefined
}

async function stage(
  demo: Demo,
  { visit, today, staffId }: { visit: DemoVisit; today: string; staffId: string },
): Promise<void> {
  const { context, pay } = demo
  const client = await clientOf(demo, visit)
  const [known] = await client.patients()
  const { firstName, lastName, dateOfBirth } = visit
  const gender = genderFromWire(visit.gender)
  const patient =
    known ?? (await client.createPatient(patientToWire({ firstName, lastName, gender, dateOfBirth })))
  const order = await placeOrder(context, { client, visit, patientId: patient.id })
  if (visit.refundDue) await client.cancelOrder(order.id)
  await pay(order.redirectUrl)
  const start = new Date(localInstant(today, visit.at, context.settings.businessTimeZone))
  await context.database.transaction(async (queries) => {
    const [before] = await queries
      .select({ laboratoryId: orders.laboratoryId, start: orders.visitStart, state: orders.state })
      .from(orders)
      .where(eq(orders.id, order.id))
      .for('update')
    await queries
      .update(orders)
      .set({ visitStart: start, visitEnd: new Date(start.getTime() + VISIT_MS) })
      .where(eq(orders.id, order.id))
    // A cancelled order has already freed its place.
    if (before?.state !== 'paid') return
    await freeSlot(queries, before)
    await takeSlot(queries, { ...before, start, capacity: DEMO_VISITS.length })
  })
  if (visit.question) {
    await client.sendSupportMessage({
      name: `${firstName} ${lastName}`,
      email: emailOf(visit),
      message: visit.question,
      orderNumber: order.number,
    })
  }
  if (visit.asks) await client.askRight(visit.asks)
  await workAtDesk(context, { visit, orderId: order.id, staffId })
  if (visit.reported) await reportFromLaboratory(demo, order.number)
}

async function workAtDesk(
  context: ApiContext,
  { visit: { done, note }, orderId, staffId }: { visit: DemoVisit; orderId: string; staffId: string },
): Promise<void> {
  const at = { orderId, scope: 'all', actor: { staffId, requestId: 'demo', standing: null } } as const
  if (done === 'arrived') {
    await changeVisit(context, { ...at, step: 'arrive', version: 0, text: 'identityChecked' })
  }
  if (done === 'missed') await changeVisit(context, { ...at, step: 'miss', version: 0 })
  if (done === 'samplesTaken') await takeSamples(context, { ...at, version: 0, specimens: [] })
  if (note) await addNote(context, { ...at, text: note })
}

/** A client for the visit's account. An account from an earlier day is used again. */
async function clientOf({ context, fetch }: Demo, visit: DemoVisit): Promise<MainApiClient> {
  const { database, settings, now } = context
  const { clientAddressSecret } = settings
  const as = (token?: string) =>
    createMainApiClient({
      root: 'http://demo.internal',
      fetch,
      token,
      ownServerProof: () => ownServerProof(clientAddressSecret),
      clientAddress: '127.0.0.1',
    })
  const { firstName, lastName } = visit
  const email = emailOf(visit)
  const [known] = await database.queries.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (known) {
    return as(
      await issueAccessToken(database.queries, { userId: known.id, userAgent: undefined, now: now() }),
    )
  }
  const documents = await as().documents()
  const { accessToken, user } = await as().register({
    email,
    password: PASSWORD,
    firstName,
    lastName,
    locale: 'en',
    acceptedDocuments: documents
      .filter(({ requiresAcceptance }) => requiresAcceptance)
      .map((document) => acceptedDocumentSchema.parse(document)),
  })
  await database.queries.update(users).set({ emailConfirmedAt: now() }).where(eq(users.id, user.id))
  return as(accessToken)
}

async function placeOrder(
  { catalogue }: ApiContext,
  { client, visit, patientId }: { client: MainApiClient; visit: DemoVisit; patientId: string },
) {
  const laboratoryId = visit.home ? PLACES.home : PLACES.branch
  const slots = await client.visitSlots({ laboratoryId })
  const start = slots.find(({ free }) => free > 0)?.start
  if (!start) throw new Error('no free time for a demo visit')
  const { analysesByCode } = catalogue.current()
  const wanted: CreateOrder = {
    laboratoryId,
    patients: [
      {
        patientId,
        analysisIds: visit.tests.map((code) => analysesByCode.get(code)!.id),
        optionalMaterials: {},
        pregnant: false,
      },
    ],
    visit: visit.home
      ? {
          kind: 'homeCall',
          start,
          callableRegionId: PLACES.region,
          phone: '+375 29 123-45-67',
          address: { locality: 'Minsk', entranceNumber: '', floorNumber: '', ...visit.home },
        }
      : { kind: 'branch', start },
    feedback: { ...DEFAULT_FEEDBACK, usePhone: false },
    expectedTotal: { price: 0, currency: ORDER_CURRENCY },
  }
  try {
    return await client.createOrder(wanted, randomUUID())
  } catch (error) {
    // As in the shop after a price change: the new total is shown, and agreed to.
    const changed = membersOf(error, 'price_changed')
    if (!changed) throw error
    return client.createOrder({ ...wanted, expectedTotal: changed.total }, randomUUID())
  }
}
