import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }
const COSE = { keyType: 1, algorithm: 3, curve: -1, x: -2, y: -3, ec2: 2, es256: -7, p256: 1 }

interface Options {
  challenge?: unknown
  rp?: unknown
  rpId?: unknown
}

/** An authenticator as a browser drives it, for one passkey (ES256, no attestation). */
export function createTestAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  function clientData(type: 'webauthn.create' | 'webauthn.get', challenge: unknown, at: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  }
  function authenticatorData(rpId: string, flags: number, rest: Uint8Array = new Uint8Array()) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, rest])
  }
  const credential = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })
  return {
    id: id.toString('base64url'),
    /** What `navigator.credentials.create` answers. */
    create(options: Options) {
      const rpId = (options.rp as { id: string }).id
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
      const flags = FLAGS.present | FLAGS.verified | FLAGS.attested
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authenticatorData(rpId, flags, attested))],
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', options.challenge, origin).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      })
    },
    /**
     * What `navigator.credentials.get` answers; `at`: on another page, `verified`: whether it checked finger,
     * face or PIN.
     */
    get(options: Options, { at = origin, verified = true }: { at?: string; verified?: boolean } = {}) {
      const flags = FLAGS.present | (verified ? FLAGS.verified : 0)
      const data = authenticatorData(String(options.rpId), flags)
      const client = clientData('webauthn.get', options.challenge, at)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const cose = new Map<number, unknown>([
    [COSE.keyType, COSE.ec2],
    [COSE.algorithm, COSE.es256],
    [COSE.curve, COSE.p256],
    [COSE.x, Uint8Array.from(Buffer.from(x, 'base64url'))],
    [COSE.y, Uint8Array.from(Buffer.from(y, 'base64url'))],
  ])
  return Buffer.from(isoCBOR.encode(cose as never))
}
