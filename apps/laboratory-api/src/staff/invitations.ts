import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { StaffInvitation, StaffLoggedIn } from '@shop/contract/staff'
import type { Queries } from '@shop/database/open-database'
import { networkOf } from '@shop/server/network-of'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { assertPasswordHardToGuess } from '../accounts/password-rules.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { checkAppCode, describeSecret, newSealedSecret } from '../accounts/second-factor/totp.ts'
import { createToken, hashToken } from '../accounts/secrets.ts'
import type { ApiContext } from '../context.ts'
import { auditStaff } from './audit-staff.ts'
import { endStaffSessions, startStaffSession } from './staff-sessions.ts'
import { staffAccounts, staffInvitations } from './tables.ts'

/** Long enough to last over a weekend. */
export const INVITATION_LIFETIME_MS = 3 * 24 * 3_600_000

/** Creates the link of an invitation when its mail is sent; if two mails are on their way, either link works. */
export async function createInvitation(
  context: Pick<ApiContext, 'sealing'>,
  queries: Queries,
  { staffId, now }: { staffId: string; now: Date },
): Promise<string> {
  const token = createToken()
  await queries.insert(staffInvitations).values({
    id: randomUUIDv7(),
    staffId,
    tokenHash: hashToken(token),
    sealedSecret: await newSealedSecret(context, queries, staffId),
    expiresAt: new Date(now.getTime() + INVITATION_LIFETIME_MS),
  })
  return token
}

export async function dropInvitations(queries: Queries, staffId: string): Promise<void> {
  await queries.delete(staffInvitations).where(eq(staffInvitations.staffId, staffId))
}

export async function deleteExpiredInvitations(queries: Queries, now: Date): Promise<void> {
  await queries.delete(staffInvitations).where(lt(staffInvitations.expiresAt, now))
}

interface Opened {
  token: string
  clientAddress: string
}

/** @throws Problem `invitation_not_found`, `too_many_requests` */
async function findInvitation({ database, limits, now }: ApiContext, { token, clientAddress }: Opened) {
  await limits.consume('staffInvitationPerNetwork', networkOf(clientAddress))
  const [found] = await database.queries
    .select({ invitation: staffInvitations, account: staffAccounts })
    .from(staffInvitations)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffInvitations.staffId))
    .where(
      and(
        eq(staffInvitations.tokenHash, hashToken(token)),
        gt(staffInvitations.expiresAt, now()),
        isNull(staffAccounts.endedAt),
      ),
    )
  if (!found) throw new Problem('invitation_not_found')
  return found
}

/**
 * The account of the invitation, and what the authenticator app needs.
 * @throws Problem `invitation_not_found`, `too_many_requests`
 */
export async function openInvitation(context: ApiContext, opened: Opened): Promise<StaffInvitation> {
  const { invitation, account } = await findInvitation(context, opened)
  const { sealedSecret } = invitation
  const { id: owner, email, name } = account
  const described = await describeSecret(context, context.database.queries, {
    owner,
    sealedSecret,
    label: email,
  })
  return { email, name, ...described }
}

interface NewStaffAccess {
  password: string
  code: string
  userAgent: string | undefined
  requestId: string
}

/**
 * Sets password and authenticator app and starts the first session. The link works once; a refused attempt
 * does not use it up.
 * @throws Problem `invitation_not_found`, `invalid_fields`, `wrong_second_factor`, `too_many_requests`
 */
export async function acceptInvitation(
  context: ApiContext,
  { password, code, userAgent, requestId, ...opened }: Opened & NewStaffAccess,
): Promise<StaffLoggedIn> {
  const now = context.now()
  const { invitation, account } = await findInvitation(context, opened)
  const { id: staffId, email, name } = account
  const person = { email, firstName: name, lastName: '' }
  await assertPasswordHardToGuess(context, { path: 'password', password, person })
  const { sealedSecret } = invitation
  const { queries: reading } = context.database
  const step = await checkAppCode(context, reading, { owner: staffId, sealedSecret, code, now })
  if (step === null) {
    throw new Problem('wrong_second_factor', {
      errors: [{ path: 'code', message: 'not the app’s code', code: 'wrong_second_factor' }],
    })
  }
  const passwordHash = await hashPassword(password)
  return context.database.transaction(async (queries) => {
    const set = { passwordHash, sealedSecret, lastStep: step }
    const [active] = await queries
      .update(staffAccounts)
      .set(set)
      .where(and(eq(staffAccounts.id, staffId), isNull(staffAccounts.endedAt)))
      .returning({ id: staffAccounts.id })
    const taken = await queries
      .delete(staffInvitations)
      .where(eq(staffInvitations.id, invitation.id))
      .returning({ id: staffInvitations.id })
    if (!active || taken.length === 0) throw new Problem('invitation_not_found')
    await dropInvitations(queries, staffId)
    await endStaffSessions(queries, staffId)
    await auditStaff(
      queries,
      { staffId, requestId, standing: null },
      { action: 'update', kind: 'staff', id: staffId },
    )
    return startStaffSession(queries, { staffId, userAgent, now }, context.settings)
  })
}
