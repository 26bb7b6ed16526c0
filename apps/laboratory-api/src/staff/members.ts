import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { InvitedStaff, StaffMember } from '@shop/contract/staff'
import type { Queries } from '@shop/database/open-database'
import type { StaffGrant } from '@shop/domain/staff'
import { asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { auditStaff, type StaffActor } from './audit-staff.ts'
import { dropInvitations } from './invitations.ts'
import { dropStaffPasskeys } from './staff-passkeys.ts'
import { endSessionOf, endStaffSessions } from './staff-sessions.ts'
import { staleWrite } from './stale-write.ts'
import { type StaffAccount, staffAccounts, staffGrants, staffPasskeys } from './tables.ts'

const stateOf = ({ endedAt, passwordHash }: StaffAccount) =>
  endedAt ? 'ended' : passwordHash ? 'active' : 'invited'

/** The desk's staff, with their second factors if the reader manages staff. */
export async function listMembers(
  { database }: ApiContext,
  { actor, isManager }: { actor: StaffActor; isManager: boolean },
): Promise<StaffMember[]> {
  const { queries } = database
  const accounts = await queries.select().from(staffAccounts).orderBy(asc(staffAccounts.name))
  const grants = await queries.select().from(staffGrants).orderBy(asc(staffGrants.role))
  const passkeys = isManager
    ? await queries
        .select({
          staffId: staffPasskeys.staffId,
          count: count(),
          usedAt: sql<Date | null>`max(${staffPasskeys.lastUsedAt})`.mapWith(staffPasskeys.lastUsedAt),
        })
        .from(staffPasskeys)
        .groupBy(staffPasskeys.staffId)
    : []
  const factorsOf = ({ id, sealedSecret }: StaffAccount) => {
    const own = passkeys.find(({ staffId }) => staffId === id)
    const used = { passkeys: own?.count ?? 0, passkeyUsedAt: own?.usedAt?.toISOString() ?? null }
    return { hasApp: sealedSecret !== null, ...used }
  }
  await auditStaff(queries, actor, { action: 'read', kind: 'staff', id: null })
  return accounts.map((account) => ({
    id: account.id,
    email: account.email,
    name: account.name,
    state: stateOf(account),
    grants: grants
      .filter(({ staffId }) => staffId === account.id)
      .map(({ role, laboratoryIds }) => ({ role, laboratoryIds })),
    version: account.version,
    createdAt: account.createdAt.toISOString(),
    lastLoginAt: account.lastLoginAt?.toISOString() ?? null,
    secondFactors: isManager ? factorsOf(account) : null,
  }))
}

/** @throws Problem `unknown_laboratory` */
function assertKnownLaboratories({ catalogue }: ApiContext, grants: readonly StaffGrant[]): void {
  const { laboratories } = catalogue.current()
  if (grants.every(({ laboratoryIds }) => laboratoryIds?.every((id) => laboratories.has(id)) ?? true)) return
  throw new Problem('unknown_laboratory', {
    errors: [{ path: 'grants', message: 'names a laboratory that does not exist' }],
  })
}

async function writeGrants(queries: Queries, staffId: string, grants: readonly StaffGrant[]): Promise<void> {
  await queries.delete(staffGrants).where(eq(staffGrants.staffId, staffId))
  await queries.insert(staffGrants).values(
    grants.map(({ role, laboratoryIds }) => ({
      staffId,
      role,
      laboratoryIds: laboratoryIds && [...laboratoryIds],
    })),
  )
}

/**
 * Creates a staff account and mails its invitation. Someone who has left gets the same account again, with a
 * new invitation.
 * @throws Problem `staff_address_taken`, `unknown_laboratory`
 */
export async function inviteMember(
  context: ApiContext,
  { email, name, locale, grants }: InvitedStaff,
  audited: (queries: Queries, staffId: string) => Promise<void>,
): Promise<string> {
  assertKnownLaboratories(context, grants)
  const fresh = { name, locale, passwordHash: null, sealedSecret: null, lastStep: null, endedAt: null }
  return context.database.transaction(async (queries) => {
    const [account] = await queries
      .insert(staffAccounts)
      .values({ id: randomUUIDv7(), email, version: 1, createdAt: context.now(), ...fresh })
      .onConflictDoUpdate({
        target: staffAccounts.email,
        set: { ...fresh, version: sql`${staffAccounts.version} + 1` },
        setWhere: sql`${staffAccounts.endedAt} is not null`,
      })
      .returning({ id: staffAccounts.id })
    if (!account) throw new Problem('staff_address_taken', { errors: [addressTaken] })
    await writeGrants(queries, account.id, grants)
    await audited(queries, account.id)
    await context.mail.send(queries, 'staff-invitation', { staffId: account.id })
    return account.id
  })
}
const addressTaken = { path: 'email', message: 'a member of staff has this address' }

interface Change {
  actor: StaffActor
  staffId: string
}

/**
 * Changes another person's account with both rows locked: of two administrators who end each other
 * concurrently, one is refused.
 * @throws Problem `not_found`, `own_staff_account`, `unauthorized`
 */
async function changeOther<T>(
  { database }: ApiContext,
  { actor, staffId }: Change,
  change: (queries: Queries, account: StaffAccount) => Promise<T>,
): Promise<T> {
  if (actor.staffId === staffId) throw new Problem('own_staff_account')
  return database.transaction(async (queries) => {
    const rows = await queries
      .select()
      .from(staffAccounts)
      .where(inArray(staffAccounts.id, [actor.staffId, staffId]))
      .orderBy(asc(staffAccounts.id))
      .for('update')
    const own = rows.find(({ id }) => id === actor.staffId)
    const other = rows.find(({ id }) => id === staffId)
    if (!own || own.endedAt) throw new Problem('unauthorized')
    if (!other || other.endedAt) throw new Problem('not_found')
    await auditStaff(queries, actor, { action: 'update', kind: 'staff', id: staffId })
    return change(queries, other)
  })
}

/**
 * Replaces a person's roles, with effect on open sessions too.
 * @throws Problem as `changeOther`, `stale_write`, `unknown_laboratory`
 */
export async function changeRoles(
  context: ApiContext,
  { grants, version, ...change }: Change & { grants: readonly StaffGrant[]; version: number },
): Promise<void> {
  assertKnownLaboratories(context, grants)
  await changeOther(context, change, async (queries, account) => {
    if (account.version !== version) {
      const { actor, staffId: id } = change
      throw await staleWrite(queries, { actor, kinds: ['staff'], id, version: account.version })
    }
    await queries
      .update(staffAccounts)
      .set({ version: version + 1 })
      .where(eq(staffAccounts.id, account.id))
    await writeGrants(queries, account.id, grants)
  })
}

/** A new invitation for someone who lost the app or forgot the password: the earlier credentials no longer work. */
export async function inviteAgain(context: ApiContext, change: Change): Promise<void> {
  await changeOther(context, change, (queries, account) => renewInvitation(context, queries, account))
}

/**
 * As `inviteAgain`, for the operator: if the only administrator can no longer log in, no one at the desk can
 * do it.
 * @throws Problem `not_found`: no current member of staff has this address
 */
export async function inviteAgainByAddress(
  context: ApiContext,
  email: string,
  audited: (queries: Queries, staffId: string) => Promise<void>,
): Promise<void> {
  await context.database.transaction(async (queries) => {
    const [account] = await queries
      .select()
      .from(staffAccounts)
      .where(eq(staffAccounts.email, email))
      .for('update')
    if (!account || account.endedAt) throw new Problem('not_found')
    await audited(queries, account.id)
    await renewInvitation(context, queries, account)
  })
}

async function renewInvitation(
  { mail }: ApiContext,
  queries: Queries,
  { id, version }: StaffAccount,
): Promise<void> {
  await queries
    .update(staffAccounts)
    .set({ passwordHash: null, sealedSecret: null, lastStep: null, version: version + 1 })
    .where(eq(staffAccounts.id, id))
  await endStaffSessions(queries, id)
  await dropStaffPasskeys(queries, id)
  await dropInvitations(queries, id)
  await mail.send(queries, 'staff-invitation', { staffId: id })
}

/** Ends a person's access: this write ends every session and invitation. */
export async function endMember(context: ApiContext, change: Change): Promise<void> {
  await changeOther(context, change, async (queries, { id, version }) => {
    await queries
      .update(staffAccounts)
      .set({
        endedAt: context.now(),
        passwordHash: null,
        sealedSecret: null,
        lastStep: null,
        version: version + 1,
      })
      .where(eq(staffAccounts.id, id))
    await endStaffSessions(queries, id)
    await dropStaffPasskeys(queries, id)
    await dropInvitations(queries, id)
  })
}

/** Ends one session of a person. @throws Problem `not_found`, `unauthorized` */
export async function endSessionOfMember(
  { database }: ApiContext,
  { actor, staffId, sessionId }: Change & { sessionId: string },
): Promise<void> {
  await database.transaction(async (queries) => {
    await endSessionOf(queries, { staffId, sessionId })
    await auditStaff(queries, actor, { action: 'update', kind: 'staff', id: staffId })
  })
}
