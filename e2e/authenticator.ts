import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PERIOD_MS = 30_000

function decodeBase32(text: string): Buffer {
  const bits = [...text.replaceAll(/\s|=/g, '')]
    .map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/**
 * The code that an authenticator app shows for a secret (RFC 6238), `steps` of thirty seconds from now; independent
 * of the shop's.
 */
export function appCode(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / PERIOD_MS) + steps))
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = digest[digest.length - 1]! & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Six digits that the app shows neither now nor a step or two earlier or later. */
export function notAppCode(secret: string): string {
  const shown = [-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps))
  return ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !shown.includes(code))!
}
