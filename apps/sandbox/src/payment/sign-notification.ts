import { createSign } from 'node:crypto'

/** Base64 of RSA-SHA256 over the raw body: the header `Content-Signature`. `privateKey` is PEM. */
export function signNotification(body: string, privateKey: string): string {
  return createSign('RSA-SHA256').update(body, 'utf8').sign(privateKey, 'base64')
}
