import { Hl7Message } from '@medplum/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { field, read, segment } from './encoding.ts'
import { readTime, writeTime } from './time.ts'

const parse = (line: string) => Hl7Message.parse(`MSH|^~\\&|A\r${line}`).segments[1]!

test('any text in a component is read as it was written', () => {
  const printable = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\p{Cc}/gu, '').trim())
  fc.assert(
    fc.property(fc.tuple(printable, printable, printable), (texts) => {
      const written = parse(segment('NTE', '1', field(...texts)))
      expect([1, 2, 3].map((component) => read(written, 2, component))).toEqual(texts)
    }),
  )
})

test('escape sequences of other systems are understood: line breaks, hexadecimal bytes, formatting', () => {
  const note = parse('NTE|1||a\\.br\\b \\X41\\ \\H\\bold\\N\\ \\T\\ x\\')
  expect(read(note, 3)).toBe('a\nb A bold & x\\')
})

test.each([
  ['20260304', '2026-03-04'],
  ['2026030415', '2026-03-04T12:00:00Z'],
  ['202603041530', '2026-03-04T12:30:00Z'],
  ['2026030415-0330', '2026-03-04T18:30:00Z'],
  ['20260304153015.123+0500', '2026-03-04T10:30:15Z'],
  ['20260304153015-0330', '2026-03-04T19:00:15Z'],
  ['2026', null],
  ['20260230', null],
  ['2026030425', null],
  ['202603042530', null],
  ['yesterday', null],
])('the time stamp %s is read as %s', (stamp, expected) => {
  expect(readTime(stamp, 'Europe/Minsk')).toBe(expected)
})

test('an instant is written with the offset of the zone', () => {
  expect(writeTime('2026-03-04T12:30:00Z', 'Europe/Minsk')).toBe('20260304153000+0300')
  expect(writeTime(new Date('2026-07-04T12:30:00Z'), 'America/New_York')).toBe('20260704083000-0400')
})
