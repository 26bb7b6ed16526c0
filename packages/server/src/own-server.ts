import { timingSafeEqual } from 'node:crypto'

function sameSecret(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The secret that the programs of a shop share, and those that were in its place before. */
export interface OwnSecrets {
  clientAddressSecret: string
  formerClientAddressSecrets: readonly string[]
}

/** Whether the caller proves with the shared secret (`X-Client-Address-Secret`) that it is the shop's own server. */
export function isOwnServer(
  secret: string | string[] | undefined,
  { clientAddressSecret, formerClientAddressSecrets }: OwnSecrets,
): boolean {
  if (typeof secret !== 'string') return false
  return [clientAddressSecret, ...formerClientAddressSecrets].some((known) => sameSecret(secret, known))
}
