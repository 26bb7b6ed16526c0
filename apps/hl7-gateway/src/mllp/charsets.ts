import iconv from 'iconv-lite'

/**
 * What MSH-18 may say (HL7's table 0211, and Windows-1251 under the names that it goes by), and what it is
 * read and written with.
 */
const CHARSETS = {
  'UNICODE UTF-8': { decoder: 'utf-8', encoder: 'utf8' },
  '8859/1': { decoder: 'iso-8859-1', encoder: 'iso88591' },
  '8859/5': { decoder: 'iso-8859-5', encoder: 'iso88595' },
  CP1251: { decoder: 'windows-1251', encoder: 'win1251' },
} as const
export type Charset = keyof typeof CHARSETS
export const CHARSET_NAMES = Object.keys(CHARSETS) as Charset[]

const OTHER_NAMES: Readonly<Record<string, Charset>> = {
  UTF8: 'UNICODE UTF-8',
  'UTF-8': 'UNICODE UTF-8',
  UNICODE: 'UNICODE UTF-8',
  'ISO-8859-1': '8859/1',
  'ISO-8859-5': '8859/5',
  'WINDOWS-1251': 'CP1251',
  // The seven bits of ASCII mean the same in each of them.
  ASCII: 'UNICODE UTF-8',
}

/** The character set that MSH-18 names; `silent` where it is empty, null for one that is not spoken here. */
export function charsetNamed(name: string, silent: Charset): Charset | null {
  const wanted = name.trim().toUpperCase()
  if (wanted === '') return silent
  return CHARSET_NAMES.find((known) => known === wanted) ?? OTHER_NAMES[wanted] ?? null
}

/** @throws TypeError for bytes that mean nothing in the character set */
export function decode(bytes: Uint8Array, charset: Charset): string {
  return new TextDecoder(CHARSETS[charset].decoder, { fatal: true }).decode(bytes)
}

export function encode(text: string, charset: Charset): Buffer {
  return iconv.encode(text, CHARSETS[charset].encoder)
}

/** Whether a text comes out as it went in. A letter that is lost would be a wrong name on a tube. */
export function isWritableIn(text: string, charset: Charset): boolean {
  return iconv.decode(encode(text, charset), CHARSETS[charset].encoder) === text
}
