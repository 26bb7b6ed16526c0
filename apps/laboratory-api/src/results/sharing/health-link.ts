import { hkdfSync, randomBytes } from 'node:crypto'

const SCHEME = 'shlink:/'

/** https://hl7.org/fhir/uv/smart-health-cards-and-links/STU1/links-specification.html */
export interface HealthLinkPayload {
  /** URL of the manifest; at most 128 characters. */
  url: string
  /** Key of the files, base64url. */
  key: string
  /** Epoch seconds. */
  exp?: number
  /** L: the content can still change; P: it needs a passcode; U: it leads to the file itself. */
  flag?: string
  /** At most 80 characters. */
  label?: string
}

export function encodeHealthLink(payload: HealthLinkPayload): string {
  return SCHEME + Buffer.from(JSON.stringify(payload)).toString('base64url')
}

export const newHealthLinkSalt = () => randomBytes(32).toString('base64url')

/** The key of a link's files: derived from the link's token, which is not stored, and a salt, which is in no link. */
export function healthLinkKey(token: string, salt: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, Buffer.from(salt, 'base64url'), 'health link file', 32))
}

/**
 * The link as a patient hands it over. Its label names no person and no analysis: it is readable without the
 * passcode.
 */
export function healthLinkOf(
  { token, salt, expiresAt }: { token: string; salt: string; expiresAt: Date },
  { apiPublicUrl }: { apiPublicUrl: string },
): string {
  return encodeHealthLink({
    url: `${apiPublicUrl}/health-links/${token}/manifest`,
    flag: 'LP',
    key: Buffer.from(healthLinkKey(token, salt)).toString('base64url'),
    exp: Math.floor(expiresAt.getTime() / 1_000),
    label: 'Laboratory report',
  })
}
