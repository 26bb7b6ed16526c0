import { Problem } from '@shop/contract/problem'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { revokeAccessToken, revokeAccessTokens } from './access-tokens.ts'
import { assertFreshProof } from './is-fresh-proof.ts'
import { lockOwnAccount } from './lock-account.ts'

/** Signs the account out everywhere but here. @throws Problem `proof_required`, `unauthorized` */
export async function revokeOtherSessions({ database, now }: ApiContext, viewer: Viewer): Promise<void> {
  assertFreshProof(viewer, now())
  const { userId, tokenId } = viewer
  // Of two sessions that sign each other out, one is already out.
  await database.transaction(async (queries) => {
    await lockOwnAccount(queries, viewer)
    await revokeAccessTokens(queries, { userId, exceptId: tokenId })
  })
}

/** Ends one session, the own one without a proof. @throws Problem `proof_required`, `unauthorized`, `not_found` */
export async function revokeSession(
  { database, now }: ApiContext,
  { viewer, tokenId }: { viewer: Viewer; tokenId: string },
): Promise<void> {
  if (tokenId !== viewer.tokenId) assertFreshProof(viewer, now())
  const { userId } = viewer
  await database.transaction(async (queries) => {
    await lockOwnAccount(queries, viewer)
    if (!(await revokeAccessToken(queries, { userId, tokenId }))) throw new Problem('not_found')
  })
}
