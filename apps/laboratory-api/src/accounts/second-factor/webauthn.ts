import type { PasskeyAnswer } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

// With all that it knows of certificates it is 5 MB, which a process whose people have no passkeys does without.
const library = () => import('@simplewebauthn/server')

/** ES256 and RS256 of COSE, which every authenticator can; the library's own choice would try kinds of keys that Node only experiments with. */
const ALGORITHMS = [-7, -257]
export const CHALLENGE_LIFETIME_MS = 5 * 60_000

export const passkeyRefused = () => new Problem('passkey_refused')

/** Whose passkeys they are. */
export interface RelyingParty {
  rpID: string
  rpName: string
  origin: string
}

/**
 * The pages at an address. Browsers know no passkeys for an IP address; a program on one machine answers as `localhost` as
 * well.
 */
export function relyingPartyAt(url: string, rpName: string): RelyingParty {
  const { protocol, hostname, port } = new URL(url)
  const rpID = ['127.0.0.1', '[::1]'].includes(hostname) ? 'localhost' : hostname
  return { rpID, rpName, origin: `${protocol}//${rpID}${port && `:${port}`}` }
}

/** As it came: the library looks at every member of it. */
export type Credential = PasskeyAnswer['response']

interface NewCredential {
  /** A UUID. */
  id: string
  userName: string
  displayName: string
  existing: { id: string; transports: string[] }[]
}

/** What a browser needs to make a passkey: one that can be found without a user name and that asks for the person. */
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

/** What is kept of a passkey that the browser has made. @throws Problem `passkey_refused` */
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

/** What a browser needs to find a passkey of these pages, whoever's it is. */
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

/** The passkey's new counter; null: it has not signed this. */
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
