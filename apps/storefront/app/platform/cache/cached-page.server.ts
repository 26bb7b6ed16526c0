import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** A visitor is waiting for the page: a compromise between speed and size. */
const BROTLI_QUALITY = 5

export type Encoding = 'br' | 'gzip' | 'identity'
type Body = Uint8Array<ArrayBuffer>
type Fields = Readonly<Record<string, string>>

/** Compresses off the event loop. */
export async function compressBody(body: Body, encoding: Encoding): Promise<Body> {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return compressGzip(body)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return compressBrotli(body, { params })
}

/** The smallest encoding that the browser accepts. */
export function preferredEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}

/** A page as it is answered: body and header fields for each encoding. */
export interface CachedPage {
  answers: Readonly<Record<Encoding, { body: Body; fields: Fields & { ETag: string } }>>
  /** Of all bodies. */
  bytes: number
}

/**
 * Makes a page that was rendered with a nonce fit to be kept. The nonce is removed, because it is good for one answer
 * only. `fields` makes the header fields from the sources of the inline scripts that carried it (`sha256-…`).
 */
export async function cachedPage(
  rendered: Body,
  nonce: string,
  fields: (scripts: string[]) => Fields,
): Promise<CachedPage> {
  const text = new TextDecoder().decode(rendered)
  const html = new TextEncoder().encode(withoutNonce(text, nonce))
  const common = {
    ...fields(scriptHashes(text, nonce)),
    ETag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  }
  const [br, zipped] = await Promise.all([compressBody(html, 'br'), compressBody(html, 'gzip')])
  return {
    bytes: br.length + zipped.length + html.length,
    answers: {
      br: { body: br, fields: { ...common, 'Content-Encoding': 'br', 'Content-Length': String(br.length) } },
      gzip: {
        body: zipped,
        fields: { ...common, 'Content-Encoding': 'gzip', 'Content-Length': String(zipped.length) },
      },
      identity: { body: html, fields: { ...common, 'Content-Length': String(html.length) } },
    },
  }
}

// By the syntax of HTML, however React makes use of it.
const SCRIPT = /<script((?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?)>([\s\S]*?)<\/script\s*>/gi
const SRC = /\ssrc\s*=/i
const NONCE = /\snonce\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

const withoutNonce = (html: string, nonce: string) =>
  html.replaceAll(NONCE, (attribute, ...values) => (values.slice(0, 3).includes(nonce) ? '' : attribute))

/**
 * Sources of the inline scripts that React wrote, which carry its nonce. A script that got into the page in any other
 * way does not run.
 */
export function scriptHashes(html: string, nonce: string): string[] {
  const hashes = [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => withoutNonce(attributes, nonce) !== attributes && !SRC.test(attributes))
    .map(
      ([, , code]) =>
        `sha256-${createHash('sha256')
          .update(code ?? '')
          .digest('base64')}`,
    )
  return [...new Set(hashes)]
}
