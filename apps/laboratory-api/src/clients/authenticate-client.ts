import { createHash, timingSafeEqual } from 'node:crypto'
import type { ApiContext } from '../context.ts'
import { findClientOfToken, type LaboratoryClient } from './client-queries.ts'
import { ALL_PERMISSIONS } from './scopes.ts'

/** The sandbox's analyser, which reports for every laboratory. */
const SANDBOX: LaboratoryClient = { id: 'sandbox', permissions: ALL_PERMISSIONS, laboratoryIds: null }

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * The caller: the client that the access token was issued to or, if the settings have its token, the sandbox.
 * Null: no valid client. Tokens are compared by digest, in a time that reveals neither the token nor its length.
 */
export async function authenticateClient(
  { database, settings, now }: Pick<ApiContext, 'database' | 'settings' | 'now'>,
  authorization: string | undefined,
): Promise<LaboratoryClient | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return null
  const { labSystemToken } = settings
  if (labSystemToken !== null && timingSafeEqual(digest(token), digest(labSystemToken))) return SANDBOX
  return findClientOfToken(database.queries, token, now())
}
