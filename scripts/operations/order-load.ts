import { partnerSchemas, writeInSchemas } from '@shop/database/schema-names'
import type { TestMail } from '@shop/laboratory-api/testing/test-mail-server'
import { Client } from 'pg'
import { assert, say, sleep } from './tools.ts'

const BRANCH = 1
const FERRITIN = '1252'
const PASSWORD = 'correct horse battery staple'
/** Longer than the shop makes any client wait. */
const PATIENCE_MS = 20_000
/** Longer than the longest pause before a mail is retried: for so long no awaited mail may arrive. */
const MAIL_PATIENCE_MS = 360_000

export interface Buyer {
  email: string
  token: string
  patientId: string
  /** Ids of the buyer's orders. */
  orders: string[]
}

interface Acknowledged {
  id: string
  number: string
  redirectUrl: string
  key: string
}

async function call<Answer>(url: string, init: RequestInit & { token?: string } = {}): Promise<Answer> {
  const { token, headers, ...rest } = init
  const answer = await fetch(url, {
    ...rest,
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      ...(rest.body ? { 'Content-Type': 'application/json' } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  })
  const text = await answer.text()
  // A second payment redirects to the shop: the order is paid.
  if (answer.status >= 300 && answer.status < 400) return undefined as Answer
  if (!answer.ok)
    throw Object.assign(new Error(`${new URL(url).pathname}: ${answer.status} ${text}`), {
      status: answer.status,
    })
  return (text ? JSON.parse(text) : undefined) as Answer
}

/** Settings of the shops under test besides their addresses: room for many orders, and one trusted proxy. */
export const LOAD_SETTINGS = {
  BRANCH_SLOT_CAPACITY: '1000',
  UNPAID_ORDER_LIMIT: '1000',
  TRUSTED_PROXIES: '1',
  LOG_LEVEL: 'error',
}

const ownNetwork = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`

export function eraseBuyer(url: string, { token }: Buyer): Promise<void> {
  const body = JSON.stringify({ password: PASSWORD })
  return call(`${url}/laboratory-api/users/current`, { method: 'DELETE', token, body })
}

/** Whether that buyer's session is valid. */
export async function isKnown(url: string, { token }: Buyer): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` }
  const { status } = await fetch(`${url}/laboratory-api/users/current`, { headers })
  return status === 200
}

async function newBuyer(url: string, name: string, mails?: readonly TestMail[]): Promise<Buyer> {
  const api = `${url}/laboratory-api`
  // Each from its own network: attempts are counted per network.
  const headers = { 'X-Forwarded-For': ownNetwork() }
  const email = `${name}@mail.example`
  const documents = await call<{ requiresAcceptance: boolean }[]>(`${api}/documents`)
  const { accessToken: token } = await call<{ accessToken: string }>(`${api}/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      email,
      password: PASSWORD,
      firstName: 'Anna',
      lastName: 'Kovaleva',
      locale: 'en',
      acceptedDocuments: documents.filter(({ requiresAcceptance }) => requiresAcceptance),
    }),
  })
  let code: string | undefined
  for (let tries = 0; !code && tries < 200; tries++) {
    const [mail] = mails
      ? mails.filter(({ recipients }) => recipients.includes(email))
      : await call<{ text: string }[]>(`${url}/sandbox/mailbox/messages?to=${encodeURIComponent(email)}`)
    code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1]
    if (!code) await sleep(100)
  }
  await call(`${api}/users/activate`, {
    method: 'POST',
    token,
    headers,
    body: JSON.stringify({ token: code }),
  })
  const personalDetails = { firstName: 'Anna', lastName: 'Kovaleva', gender: 'F', dateOfBirth: '1992-03-08' }
  const { id: patientId } = await call<{ id: string }>(`${api}/patient/?userAsPatient=false`, {
    method: 'POST',
    token,
    headers,
    body: JSON.stringify({ personalDetails }),
  })
  return { email, token, patientId, orders: [] }
}

/**
 * People who order one after the other through `url` and pay. A request without an answer, or one that the shop
 * cannot serve, is repeated under the same key, as the storefront does, until the order is acknowledged. `mails`:
 * the mails taken by a separate mail server, for tests in which the sandbox's would fail together with the shop's
 * database.
 */
export async function startOrderLoad(
  url: string,
  buyers: number,
  name = 'buyer',
  mails?: readonly TestMail[],
) {
  const people: Buyer[] = []
  for (let index = 0; index < buyers; index++) people.push(await newBuyer(url, `${name}.${index}`, mails))
  const api = `${url}/laboratory-api`
  const found = await call<{ id: number; code: string }[]>(
    `${api}/labService/search?searchNameTerm=${FERRITIN}`,
  )
  const analysisId = found.find(({ code }) => code === FERRITIN)!.id
  const slots = await call<{ start: string; free: number }[]>(`${api}/visit-slots?laboratoryId=${BRANCH}`)
  const starts = slots
    .map(({ start }) => start)
    .filter((start) => Date.parse(start) > Date.now() + 36 * 3_600_000)

  const acknowledged: Acknowledged[] = []
  const paid: Acknowledged[] = []
  const failures = new Map<string, number>()
  let [isOver, refused, lastAt, longestGapMs] = [false, 0, Date.now(), 0]

  /** Repeats the request until it is answered; a refusal by the shop ends the test. */
  async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    while (true) {
      try {
        return await ask()
      } catch (error) {
        const { status, message, name } = error as Error & { status?: number }
        if (status !== undefined && status < 500 && status !== 409 && status !== 429) throw error
        const reason = String(status ?? `${name}`)
        failures.set(reason, (failures.get(reason) ?? 0) + 1)
        if (status === 500 && !message.startsWith('/sandbox/')) say(message)
        refused += 1
        await sleep(250)
      }
    }
  }

  async function order({ token, patientId, orders }: Buyer): Promise<void> {
    const key = crypto.randomUUID()
    const body = JSON.stringify({
      laboratoryId: BRANCH,
      patients: [{ patientId, analysisIds: [analysisId] }],
      visit: { kind: 'branch', start: starts[Math.floor(Math.random() * starts.length)] },
      feedback: { useEmail: true, usePhone: true, quickPhone: '' },
      expectedTotal: { price: 23.8, currency: 'BYN' },
    })
    const headers = { 'Idempotency-Key': key, 'X-Forwarded-For': ownNetwork() }
    const answer = await insist(() =>
      call<Omit<Acknowledged, 'key'>>(`${api}/orders`, { method: 'POST', token, headers, body }),
    )
    longestGapMs = Math.max(longestGapMs, Date.now() - lastAt)
    lastAt = Date.now()
    acknowledged.push({ ...answer, key })
    orders.push(answer.id)
    // If no payment page could be opened, the order waits, and can be paid later from its own page.
    const isPayable = new URL(answer.redirectUrl).pathname.startsWith('/sandbox/')
    if (acknowledged.length % 3 > 0 || !isPayable) return
    const payment = JSON.stringify({ outcome: 'successful' })
    await insist(() =>
      call(answer.redirectUrl, { method: 'POST', body: payment, redirect: 'manual' }).catch((error) => {
        // The answer to the first try was lost, and the order is paid.
        if ((error as { status?: number }).status !== 409) throw error
      }),
    )
    paid.push({ ...answer, key })
  }

  const ordering = people.map(async (person) => {
    while (!isOver) {
      await order(person)
      await sleep(50)
    }
  })
  const failed = Promise.all(ordering)
  failed.catch(() => {})
  return {
    people,
    analysisId,
    acknowledged,
    /** Returns the longest time between two acknowledged orders so far, in ms, and starts counting again. */
    gap(): number {
      const gap = Math.max(longestGapMs, Date.now() - lastAt)
      longestGapMs = 0
      return gap
    },
    failures: () => [...failures].map(([reason, count]) => `${count} × ${reason}`).join(', ') || 'none',
    refused: () => refused,
    /** Resolves when the last order is acknowledged. */
    async stop() {
      isOver = true
      await failed
    },
    paid,
    mails,
  }
}

type Load = Pick<Awaited<ReturnType<typeof startOrderLoad>>, 'acknowledged' | 'paid'> & {
  mails?: readonly TestMail[] | undefined
}

const isCalendar = ({ filename }: { filename: string | null }) => filename?.endsWith('.ics')

/**
 * Checks that every acknowledged order exists once, that places equal orders, and that each paid order has its mail
 * once. `prefix`: of one partner's schemas.
 */
export async function verify(load: Load, databaseUrl: string, prefix?: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const write = writeInSchemas(partnerSchemas(prefix, ['laboratory', 'sandbox', 'jobs']))
  const rows = async <Row>(statement: string) => (await client.query(write(statement))).rows as Row[]
  try {
    const orders = await rows<{ id: string; number: string; key: string; state: string }>(
      'select id, number, idempotency_key as key, state from laboratory.customer_order',
    )
    const byKey = Map.groupBy(orders, ({ key }) => key)
    const lost = load.acknowledged.filter(({ key, id }) => byKey.get(key)?.[0]?.id !== id)
    assert(lost.length === 0, `${load.acknowledged.length} acknowledged orders, ${lost.length} lost`)
    assert(
      byKey.size === orders.length && orders.length === load.acknowledged.length,
      'each exists once, and there are no others',
    )
    const [places] = await rows<{ taken: string; held: string }>(
      `select (select coalesce(sum(taken), 0) from laboratory.visit_slot) as taken,
        (select count(*) from laboratory.customer_order where state not in ('cancelled', 'expired', 'refunded')) as held`,
    )
    assert(places!.taken === places!.held, `places taken match orders: ${places!.taken}`)
    // Mails that failed while the database was away are retried with growing pauses.
    const mailed = async () => {
      const taken = load.mails?.filter(({ attachments }) => attachments.some(isCalendar))
      const mails =
        taken ??
        (await rows<{ text: string }>(
          `select text from sandbox.message where exists
          (select 1 from sandbox.attachment where message_id = message.id and filename like '%.ics')`,
        ))
      return load.paid.map(({ number }) => mails.filter(({ text }) => text?.includes(number)).length)
    }
    let counts = await mailed()
    const missing = () => counts.filter((count) => count === 0).length
    for (let before = 0, deadline = 0; missing() > 0; counts = await mailed()) {
      if (missing() !== before) deadline = Date.now() + MAIL_PATIENCE_MS
      if (Date.now() > deadline) break
      before = missing()
      await sleep(1_000)
    }
    const states = load.paid
      .filter((_, index) => counts[index] === 0)
      .map(({ key }) => byKey.get(key)![0]!.state)
    assert(states.length === 0, `${counts.length} paid orders, each with its confirmation ${states}`)
    const twice = counts.filter((count) => count > 1).length
    assert(twice === 0, `each once, ${twice} twice`)
    const ids = new Set(load.mails?.map(({ messageId }) => messageId))
    if (load.mails)
      assert(ids.size === load.mails.length, `${ids.size} mails in all, ${load.mails.length} taken`)
  } finally {
    await client.end()
  }
}
