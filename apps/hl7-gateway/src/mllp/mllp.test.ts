import { Hl7Message } from '@medplum/core'
import { OURS, STRANGERS } from '@shop/database/testing/certificates'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readBytes, toBytes, UnreadableText } from './byte-message.ts'
import { type Charset, decode, encode } from './charsets.ts'
import type { MllpTlsFiles } from './connection.ts'
import { listen } from './listen.ts'
import { createSender, NoConnection } from './send.ts'

const logger = pino({ level: 'silent' })
const message = (charset = '', note = '') =>
  Hl7Message.parse(
    `MSH|^~\\&|LIS|LAB|SHOP|NETWORK|20260101||ORU^R01|1|P|2.5.1||||||${charset}\rNTE|1|L|${note}`,
  )
const noteOf = (from: Hl7Message) => from.getSegment('NTE')!.getField(3).toString()

test('Cyrillic is sent as UTF-8, ISO 8859-5 and Windows-1251, each with its own bytes', () => {
  const bytes: Record<Exclude<Charset, '8859/1'>, string> = {
    'UNICODE UTF-8': 'd096',
    '8859/5': 'b6',
    CP1251: 'c6',
  }
  for (const [charset, hex] of Object.entries(bytes) as [Charset, string][]) {
    expect(encode('Ж', charset).toString('hex')).toBe(hex)
    expect(decode(Buffer.from(hex, 'hex'), charset)).toBe('Ж')
    const sent = toBytes(message('', 'Жанна'), charset)
    expect(noteOf(readBytes(sent, 'UNICODE UTF-8'))).toBe('Жанна')
    expect(sent.header.getField(18).toString()).toBe(charset)
  }
})

test('a name with letters missing in the wanted character set is sent as UTF-8, and the header says so', () => {
  const sent = toBytes(message('', 'Łukasz'), '8859/5')
  expect(sent.header.getField(18).toString()).toBe('UNICODE UTF-8')
  expect(noteOf(readBytes(sent, '8859/5'))).toBe('Łukasz')
})

test('a message without a character set is read in the default one; an unknown one and invalid bytes are refused', () => {
  const cyrillic = Hl7Message.parse(encode(message('', 'Жанна').toString(), 'CP1251').toString('latin1'))
  expect(noteOf(readBytes(cyrillic, 'CP1251'))).toBe('Жанна')
  expect(() => readBytes(cyrillic, 'UNICODE UTF-8')).toThrow(UnreadableText)
  expect(() => readBytes(message('ISO IR87'), 'UNICODE UTF-8')).toThrow(UnreadableText)
})

async function exchange(theirs: MllpTlsFiles | null): Promise<string> {
  const answer = async (asked: Hl7Message) => asked.buildAck({ ackCode: 'AA' })
  const listener = await listen({ host: '127.0.0.1', port: 0, tls: OURS, answer, logger })
  const sender = createSender({ host: '127.0.0.1', port: listener.port, tls: theirs, timeoutMs: 5_000 })
  try {
    const answered = await sender.send(message())
    return answered.getSegment('MSA')!.getComponent(1, 1)
  } finally {
    sender.close()
    await listener.close()
  }
}

test('over TLS both sides must present a certificate of the same authority', async () => {
  expect(await exchange(OURS)).toBe('AA')
  await expect(exchange({ ...STRANGERS, ca: OURS.ca })).rejects.toThrow()
  await expect(exchange({ ...OURS, ca: STRANGERS.ca })).rejects.toThrow()
  await expect(exchange(null)).rejects.toThrow()
})

test('a message that could not be sent is told apart from one without an answer', async () => {
  const breaks = { host: '127.0.0.1', port: 0, tls: null, logger }
  const listener = await listen({ ...breaks, answer: () => Promise.reject(new Error('no answer')) })
  const sender = createSender({ ...breaks, port: listener.port, timeoutMs: 5_000 })
  await expect(sender.send(message())).rejects.not.toBeInstanceOf(NoConnection)
  await listener.close()
  await expect(sender.send(message())).rejects.toBeInstanceOf(NoConnection)
})
