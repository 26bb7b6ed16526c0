import { LISTED } from '@shop/contract/desk'
import { personToWire } from '@shop/contract/patient-codec'
import { Problem } from '@shop/contract/problem'
import type { DeskRights, DeskRightsHead, RightsList } from '@shop/contract/rights'
import { todayIn } from '@shop/domain/age'
import { daysBetween } from '@shop/domain/dates'
import { and, asc, desc, eq, ne, type SQL } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import type { ApiContext } from '../context.ts'
import { patients } from '../patients/tables.ts'
import { auditList, auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { staffAccounts } from '../staff/tables.ts'
import { countHeld } from './held-data.ts'
import { toLimits } from './limit-processing.ts'
import { showAnswer, showAsked, showStep } from './sealed-rights.ts'
import { type RightsRequestRow, rightsRequests, rightsSteps } from './tables.ts'

const assignee = { id: staffAccounts.id, name: staffAccounts.name }

interface Found {
  request: RightsRequestRow
  assignee: DeskRightsHead['assignee']
}

function headOf({ request, assignee: has }: Found, today: string): DeskRightsHead {
  const { id, reference, right, state, source, name, locale, dueOn, version } = request
  return {
    id,
    reference,
    right,
    state,
    source,
    name,
    locale,
    askedAt: request.askedAt.toISOString(),
    dueOn,
    daysLeft: daysBetween(today, dueOn),
    assignee: has,
    version,
  }
}

/** Requests about data: open ones by due date, answered ones latest first. */
export async function listRights(
  { database: { queries }, settings, now }: ApiContext,
  { actor, list }: { actor: StaffActor; list: RightsList },
): Promise<DeskRightsHead[]> {
  const isOpen = eq(rightsRequests.state, 'open')
  const conditions: Record<RightsList, SQL | undefined> = {
    open: isOpen,
    mine: and(isOpen, eq(rightsRequests.assigneeId, actor.staffId)),
    answered: ne(rightsRequests.state, 'open'),
  }
  const rows = await queries
    .select({ request: rightsRequests, assignee })
    .from(rightsRequests)
    .leftJoin(staffAccounts, eq(staffAccounts.id, rightsRequests.assigneeId))
    .where(conditions[list])
    .orderBy(
      list === 'answered' ? desc(rightsRequests.answeredAt) : asc(rightsRequests.dueOn),
      asc(rightsRequests.id),
    )
    .limit(LISTED)
  await auditList(
    queries,
    actor,
    { kind: 'rightsRequest', ids: rows.map(({ request }) => request.id) },
    now(),
  )
  const today = todayIn(settings.businessTimeZone, now())
  return rows.map((row) => headOf(row, today))
}

/** A request with what is held of the person and the steps taken. @throws Problem `not_found` */
export async function readRights(
  { database: { queries }, sealing, settings, now }: ApiContext,
  { actor, id }: { actor: StaffActor; id: string },
): Promise<DeskRights> {
  const [row] = await queries
    .select({ request: rightsRequests, assignee, user: users })
    .from(rightsRequests)
    .leftJoin(staffAccounts, eq(staffAccounts.id, rightsRequests.assigneeId))
    .leftJoin(users, eq(users.id, rightsRequests.userId))
    .where(eq(rightsRequests.id, id))
  if (!row) throw new Problem('not_found')
  const { request, user } = row
  await auditStaff(
    queries,
    actor,
    { action: 'read', kind: 'rightsRequest', id },
    ...(user ? [{ action: 'read', kind: 'account', id: user.id } as const] : []),
  )
  const steps = await queries
    .select({ step: rightsSteps, by: staffAccounts.name })
    .from(rightsSteps)
    .leftJoin(staffAccounts, eq(staffAccounts.id, rightsSteps.staffId))
    .where(eq(rightsSteps.requestId, id))
    .orderBy(asc(rightsSteps.serial))
  const own = user
    ? await queries
        .select()
        .from(patients)
        .where(eq(patients.userId, user.id))
        .orderBy(asc(patients.createdAt), asc(patients.id))
    : []
  return {
    ...headOf(row, todayIn(settings.businessTimeZone, now())),
    email: request.email,
    words: (await showAsked(sealing, queries, request)) ?? '',
    isIdentified: request.source === 'account' || steps.some(({ step }) => step.kind === 'identity'),
    account: user && {
      email: user.email,
      name: `${user.firstName} ${user.lastName}`,
      since: user.createdAt.toISOString(),
    },
    limits: user && toLimits(user),
    patients: own.map(personToWire),
    held: user ? await countHeld(queries, user.id) : [],
    steps: await Promise.all(
      steps.map(async ({ step, by }) => ({
        kind: step.kind,
        at: step.at.toISOString(),
        by,
        text:
          step.kind === 'answered'
            ? await showAnswer(sealing, queries, request)
            : await showStep(sealing, queries, step),
      })),
    ),
  }
}
