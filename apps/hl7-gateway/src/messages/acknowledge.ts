import { randomBytes } from 'node:crypto'
import { Hl7Field, Hl7Message, Hl7Segment } from '@medplum/core'
import { field, segment } from './encoding.ts'
import { writeTime } from './time.ts'

/** HL7's table 0357. */
export type ErrorCode = '100' | '101' | '102' | '103' | '200' | '202' | '203' | '204' | '205' | '207'

const WORDS: Readonly<Record<ErrorCode, string>> = {
  '100': 'Segment sequence error',
  '101': 'Required field missing',
  '102': 'Data type error',
  '103': 'Table value not found',
  '200': 'Unsupported message type',
  '202': 'Unsupported processing id',
  '203': 'Unsupported version id',
  '204': 'Unknown key identifier',
  '205': 'Duplicate key identifier',
  '207': 'Application internal error',
}

export interface AckError {
  code: ErrorCode
  /** The segment, its number among those of this name, and the field: `OBX^3^5`. */
  location: string
  /** For the laboratory's engineer: the reason, without the value. */
  message: string
}

/** A unique control id, as long as the field allows. */
export function newControlId(): string {
  return randomBytes(10).toString('hex').toUpperCase()
}

/** AA: accepted. AE: refused for its content. AR: not processed; to be sent again, or never. */
export function acknowledge(
  message: Hl7Message,
  { code, errors }: { code: 'AA' | 'AE' | 'AR'; errors: readonly AckError[] },
  { zone, now }: { zone: string; now: Date },
): Hl7Message {
  const ack = message.buildAck({ ackCode: code })
  ack.header.setField(7, writeTime(now, zone))
  ack.header.setField(10, newControlId())
  const lines = errors.map((error) =>
    segment(
      'ERR',
      '',
      error.location,
      field(error.code, WORDS[error.code], 'HL70357'),
      'E',
      '',
      '',
      '',
      field(error.message),
    ),
  )
  if (lines.length === 0) return ack
  // The other side may use other separators; its header defines them, and the reply uses the same.
  const asTheirs = lines.map(
    (line) =>
      new Hl7Segment(
        Hl7Segment.parse(line).fields.map(({ components }) => new Hl7Field(components, ack.context)),
        ack.context,
      ),
  )
  return new Hl7Message([...ack.segments, ...asTheirs], ack.context)
}
