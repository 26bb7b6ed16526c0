import { Problem } from '@shop/contract/problem'
import type { Viewer } from '../api.ts'

/**
 * For this long after a login or a repeated proof, the session alone may do what could take the account or its
 * results away.
 */
const FRESH_MS = 10 * 60_000

/** Refuses what a stolen or forgotten session must not do. @throws Problem `proof_required` */
export function assertFreshProof(viewer: Viewer, now: Date): void {
  if (!isFresh(viewer, now)) throw new Problem('proof_required')
}

/**
 * As `assertFreshProof`, for adding a way to log in. The login alone is not enough, since a stolen fresh session
 * could then keep the account.
 * @throws Problem `proof_required`
 */
export function assertProofSinceLogin(viewer: Viewer, now: Date): void {
  assertFreshProof(viewer, now)
  if (viewer.provenAt! <= viewer.loggedInAt) throw new Problem('proof_required')
}

const isFresh = ({ provenAt }: Viewer, now: Date) =>
  provenAt !== null && now.getTime() - provenAt.getTime() < FRESH_MS

/** Whether this session's holder has just used a passkey, which is stronger than the password. */
export const hasFreshPasskey = (viewer: Viewer, now: Date) =>
  viewer.provenWith === 'passkey' && isFresh(viewer, now)
