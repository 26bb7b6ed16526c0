import { randomUUIDv7 } from 'node:crypto'
import type { Person } from '@shop/contract/patient-codec'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import {
  allowsErasure,
  limitOf,
  RESTRICTION_END_DAYS,
  type RightsNote,
  type RightsOutcome,
  type RightsStep,
} from '@shop/domain/rights'
import { and, eq } from 'drizzle-orm'
import { eraseUser } from '../accounts/erase-account.ts'
import { askElsewhere, exportUser } from '../accounts/export-account.ts'
import { users } from '../accounts/tables.ts'
import type { ApiContext } from '../context.ts'
import { isPart, isRow, type OwnedKey } from '../owned.ts'
import { deletePatientOfAccount } from '../patients/delete-patient.ts'
import { writePatient } from '../patients/edit-patient.ts'
import { daysAfter } from '../retention.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { staleWrite } from '../staff/stale-write.ts'
import { assertStanding } from '../staff/standing.ts'
import { announceEnd, limitProcessing } from './limit-processing.ts'
import { sealAnswer, sealStep } from './sealed-rights.ts'
import { type RightsRequestRow, rightsRequests, rightsSteps } from './tables.ts'

interface Change {
  actor: StaffActor
  id: string
  version: number
}
type Version = { version: number }

const byOf = ({ staffId, requestId }: StaffActor) =>
  ({ requestId, userId: null, actor: 'staff', staffId }) as const

/** Locks a request in the version that was read. @throws Problem `not_found`, `stale_write` with who was first */
async function lockAnyRequest(
  queries: Queries,
  { actor, id, version }: Omit<Change, 'version'> & { version?: number },
): Promise<RightsRequestRow> {
  const [named] = await queries
    .select({ id: rightsRequests.id, ownerId: rightsRequests.ownerId })
    .from(rightsRequests)
    .where(eq(rightsRequests.id, id))
  const [request] = named
    ? await queries.select().from(rightsRequests).where(isRow(rightsRequests, named)).for('update')
    : []
  if (!request) throw new Problem('not_found')
  if (version !== undefined && request.version !== version) {
    throw await staleWrite(queries, { actor, kinds: ['rightsRequest'], id, version: request.version })
  }
  return request
}

/** As `lockAnyRequest`, if it is open. @throws Problem `conflict`: it is answered */
async function lockRequest(
  queries: Queries,
  what: Parameters<typeof lockAnyRequest>[1],
): Promise<RightsRequestRow> {
  const request = await lockAnyRequest(queries, what)
  if (request.state !== 'open') throw new Problem('conflict')
  return request
}

interface Done {
  step?: { kind: RightsStep; text?: string | null }
  set?: Partial<RightsRequestRow>
}

/**
 * Records what was done with a locked request and by whom; the request is then assigned to that person,
 * unless `set` says otherwise.
 */
async function writeDone(
  context: Pick<ApiContext, 'sealing' | 'now'>,
  queries: Queries,
  { actor, request, step, set = {} }: Done & { actor: StaffActor; request: RightsRequestRow },
): Promise<Version> {
  const { id } = request
  const next = { version: request.version + 1 }
  await queries
    .update(rightsRequests)
    .set({ assigneeId: actor.staffId, ...set, ...next })
    .where(isRow(rightsRequests, request))
  if (step) {
    const { staffId } = actor
    await writeStep(context, queries, request, { staffId, at: context.now(), ...step })
  }
  await auditStaff(queries, actor, { action: 'update', kind: 'rightsRequest', id })
  return next
}

const change = (
  context: ApiContext,
  { actor, id, version }: Change,
  work: (queries: Queries, request: RightsRequestRow) => Promise<Done>,
): Promise<Version> =>
  context.database.transaction(async (queries) => {
    const request = await lockRequest(queries, { actor, id, version })
    return writeDone(context, queries, { actor, request, ...(await work(queries, request)) })
  })

/**
 * The account whose data may be handed over, corrected or erased: the request was made in the account itself,
 * or a member of staff recorded how the person was identified.
 * @throws Problem `conflict`: not identified, or there is no such account
 */
async function ownerOf(queries: Queries, request: RightsRequestRow): Promise<string> {
  const { source, userId } = request
  const isProven =
    source === 'account' ||
    (await queries.$count(
      rightsSteps,
      and(isPart(rightsSteps, 'requestId', request), eq(rightsSteps.kind, 'identity')),
    )) > 0
  if (!isProven || userId === null) throw new Problem('conflict')
  if (!(await isThere(queries, userId))) throw new Problem('conflict')
  return userId
}

const isThere = async (queries: Queries, userId: string) =>
  (await queries.$count(users, eq(users.id, userId))) > 0

async function writeStep(
  { sealing }: Pick<ApiContext, 'sealing'>,
  queries: Queries,
  { id: requestId, ownerId }: OwnedKey,
  { text = null, ...step }: Pick<typeof rightsSteps.$inferInsert, 'kind' | 'staffId' | 'text' | 'at'>,
): Promise<void> {
  const words = await sealStep(sealing, queries, randomUUIDv7(), text)
  await queries.insert(rightsSteps).values({ ...words, requestId, ownerId, ...step })
}

/** Assigns the request to the member of staff, or to no one. @throws Problem as `lockRequest` */
export const assignRight = (context: ApiContext, { mine, ...what }: Change & { mine: boolean }) =>
  change(context, what, async () => ({ set: { assigneeId: mine ? what.actor.staffId : null } }))

/** Records how the person was identified, or a note. @throws Problem as `lockRequest` */
export const noteRightStep = (
  context: ApiContext,
  { kind, text, ...what }: Change & { kind: RightsNote; text: string },
) => change(context, what, async () => ({ step: { kind, text } }))

/**
 * Corrects a patient of the account, as its owner could.
 * @throws Problem as `lockRequest`, `ownerOf`, `writePatient`
 */
export const correctByRight = (
  context: ApiContext,
  { patientId, person, ...what }: Change & { patientId: string; person: Person },
) =>
  change(context, what, async (queries, request) => {
    const userId = await ownerOf(queries, request)
    await writePatient(context, queries, { userId, id: patientId, person, by: byOf(what.actor) })
    return { step: { kind: 'corrected' } }
  })

/**
 * Erases the account or one of its patients, as its owner could, if the request asked for an erasure.
 * @throws Problem as `lockRequest`, `ownerOf`, `deletePatientOfAccount` and the reasons for which an area refuses an
 * erasure
 */
export async function eraseByRight(
  context: ApiContext,
  { patientId, ...what }: Change & { patientId: string | null },
): Promise<Version> {
  const { actor } = what
  const owner = async (queries: Queries, request: RightsRequestRow) => {
    if (!allowsErasure(request.right)) throw new Problem('conflict')
    return ownerOf(queries, request)
  }
  if (patientId !== null) {
    return change(context, what, async (queries, request) => {
      const userId = await owner(queries, request)
      await deletePatientOfAccount(context, queries, { userId, id: patientId, by: byOf(actor) })
      return { step: { kind: 'patientRemoved' } }
    })
  }
  const [found] = await context.database.queries
    .select({ userId: rightsRequests.userId })
    .from(rightsRequests)
    .where(eq(rightsRequests.id, what.id))
  if (!found) throw new Problem('not_found')
  let done: Version = { version: what.version }
  await eraseUser(context, {
    // If there is no account, `before` refuses.
    userId: found.userId ?? what.id,
    by: byOf(actor),
    before: async (queries) => {
      const request = await lockRequest(queries, what)
      await owner(queries, request)
      done = await writeDone(context, queries, { actor, request, step: { kind: 'accountErased' } })
    },
  })
  return done
}

/**
 * Exports everything held about the account and records it; with results if the member of staff may see them.
 * @throws Problem as `lockRequest`, `ownerOf`
 */
export async function exportByRight(
  context: ApiContext,
  { actor, id, withResults }: { actor: StaffActor; id: string; withResults: boolean },
): Promise<Record<string, unknown>> {
  const reading = context.database.queries
  const [asked] = await reading.select().from(rightsRequests).where(eq(rightsRequests.id, id))
  if (!asked) throw new Problem('not_found')
  const elsewhere = await askElsewhere(context, await ownerOf(reading, asked))
  return context.database.transaction(async (queries) => {
    const request = await lockRequest(queries, { actor, id })
    const userId = await ownerOf(queries, request)
    const data = await exportUser(context, queries, { userId, by: byOf(actor), elsewhere, withResults })
    // The version stays, so that the page that started the export stays valid.
    const { staffId } = actor
    await writeStep(context, queries, request, { staffId, kind: 'exported', at: context.now() })
    await assertStanding(queries, actor)
    await auditStaff(queries, actor, { action: 'read', kind: 'rightsRequest', id })
    return data
  })
}

/**
 * Answers by mail and in the account, and closes the request. A granted restriction or objection holds from
 * then on; a partial grant is carried out by hand.
 * @throws Problem as `lockRequest`, and `ownerOf` if an account would be limited
 */
export const answerRight = (
  context: ApiContext,
  { outcome, text, ...what }: Change & { outcome: RightsOutcome; text: string },
) =>
  change(context, what, async (queries, request) => {
    const { id, right, userId } = request
    const at = context.now()
    const limit = limitOf(right)
    // Without an account there is nothing to limit, and the answer says so.
    // Whether an objection made in the account still holds is decided by its owner alone.
    const isOwners = limit === 'objection' && request.source === 'account'
    if (limit && !isOwners && outcome === 'granted' && userId !== null && (await isThere(queries, userId))) {
      await ownerOf(queries, request)
      const limiting = { userId, limit, by: byOf(what.actor), at }
      if (await limitProcessing(queries, limiting)) {
        const kind = limit === 'restriction' ? 'restricted' : 'objected'
        await writeStep(context, queries, request, { kind, staffId: what.actor.staffId, at })
      }
    }
    await context.mail.send(queries, 'sealed-rights-answer', { rightsRequestId: id })
    return {
      step: { kind: 'answered' },
      set: {
        state: outcome,
        ...(await sealAnswer(context.sealing, queries, id, text)),
        answeredAt: at,
      },
    }
  })

/**
 * Announces the end of a restriction with the reason, which is mailed to the owner first. Works from any
 * request for one, answered or not.
 * @throws Problem `not_found`, `stale_write`, `conflict`: another kind of request, none holds, or its end is
 * announced
 */
export const endRestriction = (
  context: ApiContext,
  { actor, id, version, text }: Change & { text: string },
): Promise<Version> =>
  context.database.transaction(async (queries) => {
    const request = await lockAnyRequest(queries, { actor, id, version })
    if (limitOf(request.right) !== 'restriction') throw new Problem('conflict')
    const userId = await ownerOf(queries, request)
    const endsAt = daysAfter(context.now(), RESTRICTION_END_DAYS)
    await announceEnd(queries, { userId, endsAt })
    await auditStaff(queries, actor, { action: 'update', kind: 'restriction', id: userId })
    await context.mail.send(queries, 'sealed-restriction-ends', { rightsRequestId: id })
    return writeDone(context, queries, { actor, request, step: { kind: 'restrictionEnding', text } })
  })
