import { migrateAll } from '@shop/database/migrate'
import { openDatabase } from '@shop/database/open-database'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { openPlanReader, type Statement } from '@shop/database/testing/read-plans'
import { STAFF_ROLES } from '@shop/domain/staff'
import { createLaboratoryApi } from '@shop/laboratory-api/app'
import { sealWords } from '@shop/laboratory-api/encryption/sealed-words'
import { DEMO_TABLES } from '@shop/laboratory-api/open'
import { orders } from '@shop/laboratory-api/orders/tables'
import { startStaffSession } from '@shop/laboratory-api/staff/staff-sessions'
import { staffAccounts, staffGrants } from '@shop/laboratory-api/staff/tables'
import { supportMessages } from '@shop/laboratory-api/support/tables'
import { seedDeskGrowth } from '@shop/laboratory-api/testing/seed-desk-growth'
import { seedGrowth } from '@shop/laboratory-api/testing/seed-growth'
import { testSettings } from '@shop/laboratory-api/testing/test-settings'
import { and, desc, eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { percentile } from './shop-process.ts'

// How long the desk's lists take among 300,000 orders, compared with the desk's call that only reads its session:
// the floor of the same run. Rows and blocks count what their statements read. The goal is 50 ms at p99 on a quiet
// machine. Arguments select lists by the beginnings of their names.

const ORDERS = {
  tag: 'order',
  accounts: 60_000,
  ordersEach: 5,
  analyses: 2,
  values: 4,
  open: 60,
  endedOfHundred: 10,
  // About twenty home visits a day.
  homeOfHundred: 25,
}
const ROUNDS = 200
const WARM_UP = 20
const FLOOR = 'floor: who is logged in'

const postgres = await startPostgres()
await postgres.createDatabase('desk')
const url = postgres.url('desk')
const statements: Statement[] = []
const database = await openDatabase({
  url,
  onStatement: (text, parameters) => statements.push({ text, parameters }),
})
await migrateAll(database, DEMO_TABLES.migrations)
await DEMO_TABLES.fill(database)
const seeding = performance.now()
await seedGrowth(database, ORDERS)
// Family names with about 6,000 matches, and with slightly fewer and slightly more than are looked up one by one.
const NAMES: [name: string, oneIn: number][] = [
  ['Ivanova', 50],
  ['Petrova', 166],
  ['Sidorova', 137],
  ['Nikitina', 95],
]
for (const [index, [name, oneIn]] of NAMES.entries()) {
  await database.queries.execute(sql`update laboratory.order_patient set last_name = ${name}
    where abs(hashtext(${index} || order_id::text)) % ${oneIn} = 0`)
}
console.log(`300,000 orders written in ${((performance.now() - seeding) / 1000).toFixed(0)} s`)
const limits = { rows: Number.POSITIVE_INFINITY, blocks: Number.POSITIVE_INFINITY }
const plans = await openPlanReader(url, limits)
const api = await createLaboratoryApi({
  database,
  settings: testSettings(),
  logger: pino({ level: 'silent' }),
})
const token = await logIn('all')
const few = await logIn('few', [1, 2, 21])
const half = await logIn(
  'half',
  Array.from({ length: 12 }, (_, index) => index + 1),
)

await seedLeftBehind()

/**
 * What accumulates at the desk over the years. The words on the lists' pages are sealed, as they are when the desk
 * writes them.
 */
async function seedLeftBehind() {
  const { queries } = database
  const [account] = await queries.select().from(staffAccounts).limit(1)
  await seedDeskGrowth(database, account!.id)
  const typed = api.context.sealing.fields().filter(({ purpose }) => purpose === 'words')
  for (const { table, column, clear: before } of typed) {
    const [name, clear, sealed] = [`laboratory.${table}`, before!.text, column].map((part) => sql.raw(part))
    const newest = sql`select id, ${clear} as words from ${name} where ${clear} is not null order by id desc limit 400`
    for (const { id, words } of (await queries.execute<{ id: string; words: string }>(newest)).rows) {
      const stored = await sealWords(api.context.sealing, queries, id, words)
      await queries.execute(
        sql`update ${name} set ${clear} = ${stored.clear}, ${sealed} = ${stored.sealed} where id = ${id}`,
      )
    }
  }
  await queries.execute(sql`analyze`)
}

async function logIn(name: string, laboratoryIds: number[] | null = null): Promise<string> {
  const { queries } = database
  const staffId = crypto.randomUUID()
  const now = new Date()
  const account = { email: `${name}@desk.example`, name, locale: 'en' as const, version: 1 }
  await queries.insert(staffAccounts).values({ id: staffId, ...account, createdAt: now })
  await queries.insert(staffGrants).values(STAFF_ROLES.map((role) => ({ staffId, role, laboratoryIds })))
  return (await startStaffSession(queries, { staffId, userAgent: undefined, now }, testSettings()))
    .accessToken
}

async function ask(path: string, body?: unknown, by = token): Promise<string> {
  const answer = await api.app.request(`http://api.test/staff${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${by}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
  return answer.text()
}

const [newest] = await database.queries.select().from(orders).orderBy(desc(orders.id)).limit(1)
const [done] = await database.queries.select().from(orders).where(eq(orders.state, 'completed')).limit(1)
const atHome = and(eq(orders.state, 'completed'), eq(orders.visitKind, 'homeCall'))
const [visited] = await database.queries.select().from(orders).where(atHome).limit(1)
const { id, number } = done ?? newest!
const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
const search = (text: string) => () => ask('/orders/search', { text })
const list = (filter: object) => () => ask('/orders/search', filter)
const visitDay = dayOf(newest!.visitStart)
const IN_2020 = { from: '2020-01-01', to: '2020-12-31' }
const [message] = await database.queries
  .select()
  .from(supportMessages)
  .orderBy(desc(supportMessages.id))
  .limit(1)
const { next } = JSON.parse(await ask('/payments')) as { next: string }

const LISTS: [name: string, read: () => Promise<string>][] = [
  [FLOOR, () => ask('/current')],
  ['today', () => ask(`/visits?date=${dayOf(newest!.visitStart)}`)],
  ['a day ten years ago', () => ask(`/visits?date=${dayOf(done!.visitStart)}&laboratoryId=1`)],
  ['the nurse’s sheet', () => ask(`/visits/sheet?date=${dayOf(visited!.visitStart)}`)],
  ['calendar, a week', () => ask('/laboratories/1/calendar')],
  ['calendar of visits at home', () => ask('/laboratories/21/calendar')],
  ['orders by number', search(number)],
  ['orders by telephone', search('+375 29 765-43-21')],
  ['orders by e-mail', search('order7@mail.example')],
  ['orders by family name', search('Family')],
  ['orders by both names', search('Family Anna')],
  ['orders by a name of 6,000', search('Ivanova')],
  ['… that were refunded in 2020', list({ text: 'Ivanova', state: 'refunded', ...IN_2020 })],
  ['orders by a name of 1,800', search('Petrova')],
  ['… that were refunded in 2020', list({ text: 'Petrova', state: 'refunded', ...IN_2020 })],
  ['… at three of the branches', () => ask('/orders/search', { text: 'Petrova' }, few)],
  ['… at half of them', () => ask('/orders/search', { text: 'Petrova' }, half)],
  ['orders by a name of 2,200', search('Sidorova')],
  ['… that were refunded in 2020', list({ text: 'Sidorova', state: 'refunded', ...IN_2020 })],
  ['… at three of the branches', () => ask('/orders/search', { text: 'Sidorova' }, few)],
  ['… at half of them', () => ask('/orders/search', { text: 'Sidorova' }, half)],
  ['orders by a name of 3,100', search('Nikitina')],
  ['… at three of the branches', () => ask('/orders/search', { text: 'Nikitina' }, few)],
  ['… at half of them', () => ask('/orders/search', { text: 'Nikitina' }, half)],
  ['orders by everybody’s name', search('Kowalska')],
  ['… that were refunded in 2020', list({ text: 'Kowalska', state: 'refunded', ...IN_2020 })],
  ['orders with a visit that day', list({ dateOf: 'visit', from: visitDay, to: visitDay })],
  ['orders that are paid', list({ state: 'paid' })],
  ['orders that are completed', list({ state: 'completed' })],
  ['orders that were refunded', list({ state: 'refunded' })],
  ['orders since 2018', list({ from: '2018-01-01' })],
  ['… of an old page', list({ from: '2018-01-01', before: done!.id })],
  ['visits of 2020, completed', list({ state: 'completed', dateOf: 'visit', ...IN_2020 })],
  [
    '… at three of the branches',
    () => ask('/orders/search', { state: 'completed', dateOf: 'visit', to: '2020-12-31' }, few),
  ],
  ['an order', () => ask(`/orders/${id}`)],
  ['payments', () => ask('/payments')],
  ['payments, second page', () => ask(`/payments?before=${next}`)],
  ['payments that are paid', () => ask('/payments?state=paid')],
  ['payments on the page', () => ask('/payments?state=redirected')],
  ['payments with a refund due', () => ask('/payments?state=refundDue')],
  ['payments of a month', () => ask('/payments?from=2026-01-01&to=2026-01-31')],
  ['payments of an order', () => ask(`/payments?find=${number}`)],
  ['money to look at', () => ask('/payments/attention')],
  ['a day’s closing', () => ask(`/closings/${dayOf(done!.visitStart)}`)],
  ['messages, open', () => ask('/messages')],
  ['messages, closed', () => ask('/messages?list=closed')],
  ['a message', () => ask(`/messages/${message!.id}`)],
  ['requests about data, open', () => ask('/rights-requests')],
  ['requests about data, answered', () => ask('/rights-requests?list=answered')],
  ['refused reports', () => ask('/refused-reports')],
  ['critical values', () => ask('/critical-values')],
  ['held results', () => ask('/held-results')],
  ['words without an answer', () => ask('/unanswered-queries')],
  ['editions', () => ask('/catalogue')],
  ['texts that are missing', () => ask('/catalogue/missing-texts')],
  ['offers', () => ask('/offers')],
  ['colleagues', () => ask('/members')],
  ['machine room', () => ask('/machine')],
  ['audit', () => ask('/audit')],
  ['audit of a rare kind', () => ask('/audit?kind=calendar')],
  ['audit of an action', () => ask('/audit?action=update')],
  ['audit of a month', () => ask('/audit?from=2026-01-01&to=2026-01-31')],
  ['audit of an order', () => ask(`/audit?number=${number}`)],
]

let floor = 0
const chosen = process.argv.slice(2)
for (const [name, read] of LISTS) {
  if (name !== FLOOR && chosen.length > 0 && !chosen.some((start) => name.startsWith(start))) continue
  const times: number[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const started = performance.now()
    await read()
    if (round >= 0) times.push(performance.now() - started)
  }
  statements.length = 0
  const { length } = await read()
  let [rows, blocks] = [0, 0]
  for (const statement of [...statements]) {
    const plan = await plans.read(statement)
    rows += plan?.rows ?? 0
    blocks += plan?.blocks ?? 0
  }
  const [median, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  if (name === FLOOR) floor = p99
  console.log(
    [
      name.padEnd(28),
      `median ${median.toFixed(1)} ms`,
      `p99 ${p99.toFixed(1)} ms, ${(p99 / floor).toFixed(1)} floors`,
      `rows ${rows.toFixed(0)}, blocks ${blocks}, ${(length / 1000).toFixed(0)} kB`,
    ].join('  '),
  )
}
await api.close()
await plans.close()
await database.close()
await postgres.stop()
