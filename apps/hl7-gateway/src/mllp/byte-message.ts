import { Hl7Message } from '@medplum/core'
import { type Charset, charsetNamed, decode, encode, isWritableIn } from './charsets.ts'

// A connection decodes everything in the same way, but each message names its own character set. So
// connections
// carry bytes, one character each, and the text is decoded here.
export const BYTES = 'latin1'

/** A message that names an unsupported character set, or whose bytes are invalid in the one it names. */
export class UnreadableText extends Error {
  override name = 'UnreadableText'
}

/** @throws UnreadableText */
export function readBytes(message: Hl7Message, silent: Charset): Hl7Message {
  const charset = charsetNamed(message.header.getComponent(18, 1), silent)
  if (!charset) throw new UnreadableText('This character set is not supported')
  try {
    return Hl7Message.parse(decode(Buffer.from(message.toString(), BYTES), charset))
  } catch {
    throw new UnreadableText('Some bytes are not valid in the character set')
  }
}

/** Encodes a message in the wanted character set, or in UTF-8 if that lacks some letters. MSH-18 says which. */
export function toBytes(message: Hl7Message, wanted: Charset): Hl7Message {
  const charset = isWritableIn(message.toString(), wanted) ? wanted : 'UNICODE UTF-8'
  message.header.setField(18, charset)
  return Hl7Message.parse(encode(message.toString(), charset).toString(BYTES))
}
