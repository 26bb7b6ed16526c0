import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { businessToday } from './birth-date.ts'
import { holdOwnAccount } from './lock-account.ts'
import { acceptedDocuments } from './tables.ts'

interface DocumentVersion {
  slug: string
  version: string
}

/** @throws Problem `invalid_fields` when a document is unknown or not in its current version */
function assertCurrent(accepted: readonly DocumentVersion[], current: readonly DocumentVersion[]): void {
  const errors = accepted.flatMap(({ slug, version }, index) =>
    current.some((document) => document.slug === slug && document.version === version)
      ? []
      : [
          {
            path: `acceptedDocuments.${index}`,
            message: 'not a current version',
            code: 'document_not_current',
          },
        ],
  )
  if (errors.length > 0) throw new Problem('invalid_fields', { errors })
}

/** @throws Problem `invalid_fields` when a required document is missing or something else is accepted */
export function assertAllAccepted(
  accepted: readonly DocumentVersion[],
  required: readonly DocumentVersion[],
): void {
  assertCurrent(accepted, required)
  const missing = required.filter(({ slug }) => !accepted.some((document) => document.slug === slug))
  if (missing.length === 0) return
  throw new Problem('invalid_fields', {
    errors: missing.map(({ slug }) => ({
      path: 'acceptedDocuments',
      message: `${slug} must be accepted`,
      code: 'document_not_accepted',
    })),
  })
}

interface AcceptDocuments {
  userId: string
  accepted: readonly DocumentVersion[]
  required: readonly DocumentVersion[]
  address: string
  now: Date
}

/** Stores which version was accepted, when and from where. Accepting it again keeps the first time. */
export async function acceptDocuments(queries: Queries, input: AcceptDocuments): Promise<void> {
  const { userId, accepted, required, address, now } = input
  assertCurrent(accepted, required)
  if (accepted.length === 0) return
  await queries
    .insert(acceptedDocuments)
    .values(accepted.map(({ slug, version }) => ({ userId, slug, version, acceptedAt: now, address })))
    .onConflictDoNothing()
}

interface AcceptOwn {
  viewer: Viewer
  accepted: readonly DocumentVersion[]
  address: string
}

/** As `acceptDocuments`, for the signed-in account. @throws Problem `invalid_fields`, `unauthorized` */
export async function acceptOwnDocuments(
  context: ApiContext,
  { viewer, accepted, address }: AcceptOwn,
): Promise<void> {
  const { userId } = viewer
  const required = context.documents.toAccept(businessToday(context))
  await context.database.transaction(async (queries) => {
    await holdOwnAccount(queries, viewer)
    await acceptDocuments(queries, { userId, accepted, required, address, now: context.now() })
  })
}
