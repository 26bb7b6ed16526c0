import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { AskRight, NoteRight, RightsRequest } from '@shop/contract/rights'
import type { Queries } from '@shop/database/open-database'
import { startOfDay, todayIn } from '@shop/domain/age'
import { addDays, daysBetween } from '@shop/domain/dates'
import type { Currency } from '@shop/domain/money'
import { type RightsSource, rightDueOn } from '@shop/domain/rights'
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { lockOwnAccount } from '../accounts/lock-account.ts'
import { mayMailAccount } from '../accounts/mail-to-unproven.ts'
import { users } from '../accounts/tables.ts'
import { findUser } from '../accounts/user-queries.ts'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { findWithText, MOST_COMPARED } from '../encryption/sealed-words.ts'
import type { Sealing } from '../encryption/sealing.ts'
import { createReference } from '../reference.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { publicHolidays } from '../visits/public-holidays.ts'
import { limitProcessing } from './limit-processing.ts'
import { openAsked, sealAsked, showAnswer, showAsked } from './sealed-rights.ts'
import { type RightsRequestRow, rightsRequests, rightsSteps } from './tables.ts'

/** A request with the same words within this time is a repeat: the reply to the first was lost. */
const SAME_REQUEST_MS = 10 * 60_000
/** The longest list that people look through. */
const SHOWN = 100
/** The policy refers to the law of the country with this currency: its public holidays are not working days. */
const LAW_OF: Currency = 'BYN'
/** The desk cannot record a request older than this. */
export const LATEST_DAYS = 60

type Asked = Pick<RightsRequestRow, 'right' | 'userId' | 'name' | 'email' | 'locale' | 'askedAt'> & {
  words: string
}

/** The last day for the answer to a request made on this day. */
async function dueOn(right: Asked['right'], askedOn: string): Promise<string> {
  const holidays = await publicHolidays({ currency: LAW_OF, from: askedOn, locale: 'en' })
  return rightDueOn(right, askedOn, new Set(holidays.map(({ date }) => date)))
}

/** Records a request with its deadline and mails a confirmation, unless its mailbox must not be mailed. */
async function insertRequest(
  { settings, sealing, mail }: Pick<ApiContext, 'settings' | 'sealing' | 'mail'>,
  queries: Queries,
  {
    asked: { words, ...asked },
    source,
    staffId,
    mayMail = true,
  }: { asked: Asked; source: RightsSource; staffId: string | null; mayMail?: boolean },
): Promise<RightsRequestRow> {
  const id = randomUUIDv7()
  const ownerId = asked.userId ?? id
  const [row] = await queries
    .insert(rightsRequests)
    .values({
      ...asked,
      ownerId,
      ...(await sealAsked(sealing, queries, id, words)),
      reference: createReference('D'),
      state: 'open',
      source,
      dueOn: await dueOn(asked.right, todayIn(settings.businessTimeZone, asked.askedAt)),
    })
    .returning()
  await queries
    .insert(rightsSteps)
    .values({ id: randomUUIDv7(), requestId: id, ownerId, kind: 'asked', staffId, at: asked.askedAt })
  if (mayMail) await mail.send(queries, 'rights-received', { rightsRequestId: id })
  if (source === 'account') await mail.send(queries, 'rights-request', { rightsRequestId: id })
  return row!
}

/**
 * Records a request made in the account. A repeat within ten minutes returns the existing request. An
 * objection holds immediately.
 * @throws Problem `too_many_requests`
 */
export async function askRight(
  context: ApiContext,
  {
    viewer,
    right,
    words,
    requestId,
    clientAddress,
  }: AskRight & { viewer: Viewer; requestId: string; clientAddress: string },
): Promise<RightsRequest> {
  const { database, limits, now } = context
  const { userId } = viewer
  await limits.consume('rightsRequestPerAccount', userId)
  const user = await findUser(database.queries, userId)
  if (!user) throw new Problem('unauthorized')
  const mayMail = await mayMailAccount(context, { user, clientAddress })
  return database.transaction(async (queries) => {
    const { email, locale, firstName, lastName } = await lockOwnAccount(queries, viewer)
    const recent = and(
      eq(rightsRequests.userId, userId),
      eq(rightsRequests.right, right),
      // An answered request is not repeated by the same words.
      eq(rightsRequests.state, 'open'),
      gt(rightsRequests.askedAt, new Date(now().getTime() - SAME_REQUEST_MS)),
    )
    const existing = await findSame(context, queries, { among: recent, words })
    const asked = { right, words, userId, email, locale, name: `${firstName} ${lastName}`, askedAt: now() }
    const row =
      existing ??
      (await insertRequest(context, queries, { asked, source: 'account', staffId: null, mayMail }))
    // For a repeated request too: the objection may have been withdrawn since.
    if (right === 'objection') {
      const limiting = { userId, limit: right, by: { requestId, userId, actor: 'user' }, at: now() } as const
      if (await limitProcessing(queries, limiting)) {
        const step = {
          requestId: row.id,
          ownerId: userId,
          kind: 'objected',
          staffId: null,
          at: now(),
        } as const
        await queries.insert(rightsSteps).values({ id: randomUUIDv7(), ...step })
      }
    }
    return toOwn(context.sealing, queries, { row, steps: await stepsOf(queries, userId, [row.id]) })
  })
}

/** The request with these words among the latest of `among`. */
async function findSame(
  { sealing }: Pick<ApiContext, 'sealing'>,
  queries: Queries,
  { among, words }: { among: SQL | undefined; words: string },
): Promise<RightsRequestRow | undefined> {
  const rows = await queries
    .select()
    .from(rightsRequests)
    .where(among)
    .orderBy(desc(rightsRequests.askedAt), desc(rightsRequests.id))
    .limit(MOST_COMPARED)
  return findWithText(rows, (row) => openAsked(sealing, queries, row), words)
}

/**
 * Records at the desk a request that arrived another way. It concerns the account whose confirmed address is
 * the same.
 * If the same request is recorded twice, because a reply was lost or a colleague was quicker, the open one is
 * returned.
 * @throws Problem `invalid_fields`: a day in the future, or too long ago
 */
export async function noteRight(
  context: ApiContext,
  { actor, askedOn, source, right, words, name, email, locale }: NoteRight & { actor: StaffActor },
): Promise<{ id: string }> {
  const { database, settings, now } = context
  const zone = settings.businessTimeZone
  const age = daysBetween(askedOn, todayIn(zone, now()))
  if (age < 0 || age > LATEST_DAYS) {
    throw new Problem('invalid_fields', { errors: [{ path: 'askedOn', message: 'not a recent day' }] })
  }
  const same = { right, source, name, email, locale, dueOn: await dueOn(right, askedOn) }
  return database.transaction(async (queries) => {
    // One at a time, so that the second of two concurrent requests sees the first.
    await queries.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${email}, 'laboratory.rights_request'::regclass::oid::int8))`,
    )
    const among = openOfDay(same, { askedOn, zone })
    const existing = await findSame(context, queries, { among, words })
    if (existing) return { id: existing.id }
    const [user] = await queries
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), isNotNull(users.emailConfirmedAt)))
    const askedAt = age === 0 ? now() : startOfDay(askedOn, zone)
    const asked = { right, words, userId: user?.id ?? null, name, email, locale, askedAt }
    const { id } = await insertRequest(context, queries, { asked, source, staffId: actor.staffId })
    await auditStaff(queries, actor, { action: 'create', kind: 'rightsRequest', id })
    return { id }
  })
}

/** Open requests of the same person for the same right, made on the same day. */
function openOfDay(
  same: Pick<RightsRequestRow, 'right' | 'source' | 'name' | 'email' | 'locale' | 'dueOn'>,
  { askedOn, zone }: { askedOn: string; zone: string },
): SQL | undefined {
  const { askedAt, state } = rightsRequests
  return and(
    eq(state, 'open'),
    // For the index: the open requests are indexed by this day.
    eq(rightsRequests.dueOn, same.dueOn),
    eq(rightsRequests.right, same.right),
    eq(rightsRequests.source, same.source),
    eq(rightsRequests.name, same.name),
    eq(rightsRequests.email, same.email),
    eq(rightsRequests.locale, same.locale),
    gte(askedAt, startOfDay(askedOn, zone)),
    lt(askedAt, startOfDay(addDays(askedOn, 1), zone)),
  )
}

/** An account's requests, newest first, with the steps taken and the answers. */
export async function ownRights(
  { database: { queries }, sealing }: ApiContext,
  { userId }: Viewer,
): Promise<RightsRequest[]> {
  const rows = await queries
    .select()
    .from(rightsRequests)
    .where(eq(rightsRequests.userId, userId))
    .orderBy(desc(rightsRequests.askedAt), desc(rightsRequests.id))
    .limit(SHOWN)
  const steps = await stepsOf(
    queries,
    userId,
    rows.map(({ id }) => id),
  )
  return Promise.all(rows.map((row) => toOwn(sealing, queries, { row, steps })))
}

type Step = Pick<typeof rightsSteps.$inferSelect, 'requestId' | 'kind' | 'at'>

async function stepsOf(queries: Queries, userId: string, ids: string[]): Promise<Step[]> {
  if (ids.length === 0) return []
  const { requestId, kind, at } = rightsSteps
  return queries
    .select({ requestId, kind, at })
    .from(rightsSteps)
    .where(and(inArray(requestId, ids), eq(rightsSteps.ownerId, userId)))
    .orderBy(asc(rightsSteps.serial))
}

async function toOwn(
  sealing: Sealing,
  queries: Queries,
  { row, steps }: { row: RightsRequestRow; steps: readonly Step[] },
): Promise<RightsRequest> {
  const { id, reference, right, state, dueOn, answeredAt } = row
  const answer = await showAnswer(sealing, queries, row)
  return {
    id,
    reference,
    right,
    state,
    dueOn,
    askedAt: row.askedAt.toISOString(),
    words: (await showAsked(sealing, queries, row)) ?? '',
    answer: answer !== null && answeredAt ? { text: answer, at: answeredAt.toISOString() } : null,
    // Notes between colleagues stay internal.
    steps: steps
      .filter(({ requestId, kind }) => requestId === id && kind !== 'note')
      .map(({ kind, at }) => ({ kind, at: at.toISOString() })),
  }
}
