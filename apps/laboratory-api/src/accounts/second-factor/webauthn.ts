import type { PasskeyAnswer } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

// The library is 5 MB, with all its certificate handling: a process whose users have no passkeys does without it.
const library = () => import('@simplewebauthn/server')

/**
 * ES256 and RS256 of COSE, which every authenticator supports; the library's default would include key types that
 * are still experimental in Node.
 */
const ALGORITHMS = [-7, -257]
export const CHALLENGE_LIFETIME_MS = 5 * 60_000

export const passkeyRefused = () => new Problem('passkey_refused')

/** The site that the passkeys are for. */
export interface RelyingParty {
  rpID: string
  rpName: string
  origin: string
}

/**
 * The relying party for the pages at an address. Browsers support no passkeys for an IP address; a program on the
 * same machine is reachable as `localhost` as well.
 */
export function relyingPartyAt(url: string, rpName: string): RelyingParty {
  const { protocol, hostname, port } = new URL(url)
  const rpID = ['127.0.0.1', '[::1]'].includes(hostname) ? 'localhost' : hostname
  return { rpID, rpName, origin: `${protocol}//${rpID}${port && `:${port}`}` }
}

/** As received: the library checks every member of it. */
export type Credential = PasskeyAnswer['response']

interface NewCredential {
  /** A UUID. */
  id: string
  userName: string
  displayName: string
  existing: { id: string; transports: string[] }[]
}

/**
 * What a browser needs to make a passkey: one that can be found without a user name and that asks for finger,
 * face or PIN.
 */
export async function registrationOptions(
  { rpID, rpName }: RelyingParty,
  { id, userName, displayName, existing }: NewCredential,
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpID,
    rpName,
    userName,
    userDisplayName: displayName,
    userID: Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex')),
    excludeCredentials: existing as { id: string }[],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** What is stored of a passkey that the browser has made. @throws Problem `passkey_refused` */
export async function verifiedRegistration(
  { rpID, origin }: RelyingParty,
  { challenge, response }: { challenge: string; response: Credential },
) {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verified?.verified) throw passkeyRefused()
  const { credential, credentialDeviceType } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isSynced: credentialDeviceType === 'multiDevice',
  }
}

/** What a browser needs to find any passkey for these pages. */
export async function authenticationOptions({ rpID }: RelyingParty) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({ rpID, userVerification: 'required' })
}

interface Kept {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
}

/** The passkey's new counter; null: the signature is not this passkey's. */
export async function verifiedCounter(
  { rpID, origin }: RelyingParty,
  { challenge, response, passkey }: { challenge: string; response: Credential; passkey: Kept },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports as [],
    },
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}
