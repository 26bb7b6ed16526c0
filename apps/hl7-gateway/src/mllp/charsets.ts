import iconv from 'iconv-lite'

/**
 * The supported character sets by their names in MSH-18 (HL7's table 0211, and Windows-1251 under its usual
 * names), with the decoder and encoder of each.
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
  // ASCII is the same in all of them.
  ASCII: 'UNICODE UTF-8',
}

/** The character set that MSH-18 names: `silent` if it is empty, null if it is not supported. */
export function charsetNamed(name: string, silent: Charset): Charset | null {
  const wanted = name.trim().toUpperCase()
  if (wanted === '') return silent
  return CHARSET_NAMES.find((known) => known === wanted) ?? OTHER_NAMES[wanted] ?? null
}

/** @throws TypeError for bytes that are invalid in the character set */
export function decode(bytes: Uint8Array, charset: Charset): string {
  return new TextDecoder(CHARSETS[charset].decoder, { fatal: true }).decode(bytes)
}

export function encode(text: string, charset: Charset): Buffer {
  return iconv.encode(text, CHARSETS[charset].encoder)
}

/** Whether a text survives encoding. A lost letter would mean a wrong name on a tube. */
export function isWritableIn(text: string, charset: Charset): boolean {
  return iconv.decode(encode(text, charset), CHARSETS[charset].encoder) === text
}
