/** How the holder of a session proves to be the account's owner. */
export const OWNER_PROOFS = ['password', 'passkey'] as const
export type OwnerProof = (typeof OWNER_PROOFS)[number]
