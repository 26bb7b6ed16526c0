import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { StaffLoggedIn, StaffSessionView } from '@shop/contract/staff'
import type { Queries } from '@shop/database/open-database'
import { preparedOnce } from '@shop/database/prepared-once'
import type { Locale } from '@shop/domain/locale'
import type { StaffGrant } from '@shop/domain/staff'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { createToken, hashToken } from '../accounts/secrets.ts'
import type { StaffSession } from '../api.ts'
import type { LaboratoryApiSettings } from '../api-settings.ts'
import { storedUserAgent } from '../stored-user-agent.ts'
import { staffAccounts, staffSessions } from './tables.ts'

/** A day's work, however much the session is used. */
const LIFETIME_MS = 12 * 3_600_000
/** The use of a session is recorded at most this often. */
const TOUCH_INTERVAL_MS = 60_000
/** Distinguishes a staff token from a patient's, so that neither is looked up among the others. */
const PREFIX = 'staff_'
const BEARER = /^Bearer staff_([\w-]{43,86})$/i

type Idle = Pick<LaboratoryApiSettings, 'staffIdleMinutes'>

const lastEnd = (createdAt: Date) => new Date(createdAt.getTime() + LIFETIME_MS)

/** When a session used now ends unless there is another call. */
const idleEnd = (createdAt: Date, now: Date, { staffIdleMinutes }: Idle) =>
  new Date(Math.min(lastEnd(createdAt).getTime(), now.getTime() + staffIdleMinutes * 60_000))

/** Starts a session; returns its token, which is stored nowhere, and the language of the account. */
export async function startStaffSession(
  queries: Queries,
  { staffId, userAgent, now }: { staffId: string; userAgent: string | undefined; now: Date },
  settings: Idle,
): Promise<StaffLoggedIn> {
  const token = createToken()
  await queries.insert(staffSessions).values({
    id: randomUUIDv7(),
    staffId,
    tokenHash: hashToken(token),
    userAgent: storedUserAgent(userAgent),
    createdAt: now,
    expiresAt: idleEnd(now, now, settings),
  })
  const [account] = await queries
    .update(staffAccounts)
    .set({ lastLoginAt: now })
    .where(eq(staffAccounts.id, staffId))
    .returning({ locale: staffAccounts.locale })
  return { accessToken: `${PREFIX}${token}`, expiresAt: lastEnd(now).toISOString(), locale: account?.locale }
}

/** Sets the language of the desk and of the mails for this member of staff. */
export async function chooseStaffLocale(
  queries: Queries,
  { staffId, locale }: { staffId: string; locale: Locale },
): Promise<void> {
  await queries.update(staffAccounts).set({ locale }).where(eq(staffAccounts.id, staffId))
}

// The outer table is named in plain text, because drizzle drops its name inside a selection.
const grants = sql<StaffGrant[]>`(
  select coalesce(json_agg(json_build_object('role', role, 'laboratoryIds', laboratory_ids) order by role), '[]')
  from laboratory.staff_grant where staff_id = staff_account.id)`

const findStatement = preparedOnce((queries) =>
  queries
    .select({
      sessionId: staffSessions.id,
      staffId: staffAccounts.id,
      email: staffAccounts.email,
      name: staffAccounts.name,
      locale: staffAccounts.locale,
      grants,
      createdAt: staffSessions.createdAt,
      expiresAt: staffSessions.expiresAt,
    })
    .from(staffSessions)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.tokenHash, sql.placeholder('hash')),
        gt(staffSessions.expiresAt, sql.placeholder('now')),
        isNull(staffAccounts.endedAt),
      ),
    )
    .prepare('find_staff_session'),
)

/** The session of a token, with the current roles; null: unknown, ended or expired. */
export async function findStaffSession(
  queries: Queries,
  authorization: string | undefined,
  now: Date,
  settings: Idle,
): Promise<StaffSession | null> {
  const token = BEARER.exec(authorization ?? '')?.[1]
  if (!token) return null
  const [found] = await findStatement(queries).execute({ hash: hashToken(token), now: now.toISOString() })
  if (!found) return null
  const { createdAt, expiresAt, ...session } = found
  const end = idleEnd(createdAt, now, settings)
  if (Math.abs(end.getTime() - expiresAt.getTime()) > TOUCH_INTERVAL_MS) {
    await queries.update(staffSessions).set({ expiresAt: end }).where(eq(staffSessions.id, session.sessionId))
  }
  return { ...session, endsAt: lastEnd(createdAt) }
}

export async function endStaffSession(queries: Queries, sessionId: string): Promise<void> {
  await queries.delete(staffSessions).where(eq(staffSessions.id, sessionId))
}

/** The person's sessions that have not expired, newest first. */
export async function listStaffSessions(
  queries: Queries,
  { staffId, current, now }: { staffId: string; current: string; now: Date },
): Promise<StaffSessionView[]> {
  const rows = await queries
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.staffId, staffId), gt(staffSessions.expiresAt, now)))
    .orderBy(desc(staffSessions.createdAt), desc(staffSessions.id))
  return rows.map(({ id, userAgent, createdAt }) => ({
    id,
    userAgent,
    createdAt: createdAt.toISOString(),
    expiresAt: lastEnd(createdAt).toISOString(),
    isCurrent: id === current,
  }))
}

/** Ends one of the person's sessions. @throws Problem `not_found` */
export async function endSessionOf(
  queries: Queries,
  { staffId, sessionId }: { staffId: string; sessionId: string },
): Promise<void> {
  const ended = await queries
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, sessionId), eq(staffSessions.staffId, staffId)))
    .returning({ id: staffSessions.id })
  if (ended.length === 0) throw new Problem('not_found')
}

export async function endStaffSessions(queries: Queries, staffId: string): Promise<void> {
  await queries.delete(staffSessions).where(eq(staffSessions.staffId, staffId))
}

export async function deleteExpiredStaffSessions(queries: Queries, now: Date): Promise<void> {
  await queries.delete(staffSessions).where(lt(staffSessions.expiresAt, now))
}
