import type { Queries } from '@shop/database/open-database'
import { asc, eq } from 'drizzle-orm'
import { auditEntries } from '../audit/tables.ts'
import type { PersonalDataHolder } from './personal-data.ts'
import { listPasskeys } from './second-factor/passkeys.ts'
import { countRecoveryCodes } from './second-factor/recovery-codes.ts'
import { findTotp } from './second-factor/totp.ts'
import { acceptedDocuments, accessTokens, users } from './tables.ts'

async function exportAccount(queries: Queries, userId: string) {
  const [user] = await queries.select().from(users).where(eq(users.id, userId))
  if (!user) return null
  // The password hash is not data about a person and is not exported.
  const { passwordHash: _1, confirmedEmail: _2, ...account } = user
  return account
}

function exportSessions(queries: Queries, userId: string) {
  const { id, userAgent, createdAt, lastUsedAt, expiresAt } = accessTokens
  return queries
    .select({ id, userAgent, createdAt, lastUsedAt, expiresAt })
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .orderBy(asc(createdAt))
}

function exportAcceptedDocuments(queries: Queries, userId: string) {
  const { slug, version, acceptedAt, address } = acceptedDocuments
  return queries
    .select({ slug, version, acceptedAt, address })
    .from(acceptedDocuments)
    .where(eq(acceptedDocuments.userId, userId))
    .orderBy(asc(acceptedAt), asc(slug))
}

/** States that there is a second factor; its secrets are not exported, just like the password. */
async function exportSecondFactor(queries: Queries, userId: string) {
  return {
    totpSince: await findTotp(queries, userId),
    passkeys: await listPasskeys(queries, userId),
    recoveryCodesLeft: await countRecoveryCodes(queries, userId),
  }
}

function exportAudit(queries: Queries, userId: string) {
  const { at, actor, action, kind, objectId } = auditEntries
  return queries
    .select({ at, actor, action, kind, objectId })
    .from(auditEntries)
    .where(eq(auditEntries.userId, userId))
    .orderBy(asc(at), asc(auditEntries.id))
}

/**
 * What the accounts' own tables hold. Sessions and mailed secrets are deleted with the account. The records of
 * consent, and of access to health data, are kept under an id that then belongs to no one, without the network
 * address.
 */
export const accountPersonalData: readonly PersonalDataHolder[] = [
  { name: 'account', export: exportAccount },
  { name: 'sessions', export: exportSessions },
  {
    name: 'acceptedDocuments',
    export: exportAcceptedDocuments,
    async erase(queries, userId) {
      await queries
        .update(acceptedDocuments)
        .set({ address: null })
        .where(eq(acceptedDocuments.userId, userId))
    },
  },
  { name: 'secondFactor', export: exportSecondFactor },
  { name: 'audit', export: exportAudit },
]
