import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a proof is valid after it was made, and before, since two machines' clocks may differ. */
const PROOF_SECONDS = 5 * 60
const PROOF = /^v1\.(\d{1,12})\.([\w-]{43})$/

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const sign = (secret: string, seconds: string) =>
  createHmac('sha256', secret).update(`own-server.v1.${seconds}`).digest('base64url')

/** The secret that the programs of a shop share, and its predecessors. */
export interface OwnSecrets {
  clientAddressSecret: string
  formerClientAddressSecrets: readonly string[]
}

/**
 * What one of the shop's own servers proves itself with to another, for five minutes: the secret itself is never
 * sent.
 */
export function ownServerProof(secret: string): string {
  const seconds = String(nowSeconds())
  return `v1.${seconds}.${sign(secret, seconds)}`
}

function isProofBy(secret: string, [, seconds, signature]: readonly string[]): boolean {
  return Math.abs(nowSeconds() - Number(seconds)) <= PROOF_SECONDS && same(signature!, sign(secret, seconds!))
}

/**
 * Whether the caller proves (`OWN_SERVER_HEADER`) that it is the shop's own server. Servers of the previous
 * release, which run beside this one during a rollout, send the bare secret.
 */
export function isOwnServer(
  given: string | string[] | undefined,
  { clientAddressSecret, formerClientAddressSecrets }: OwnSecrets,
): boolean {
  if (typeof given !== 'string') return false
  const proof = PROOF.exec(given)
  return [clientAddressSecret, ...formerClientAddressSecrets].some((secret) =>
    proof ? isProofBy(secret, proof) : same(given, secret),
  )
}
