import { expect, test } from 'vitest'
import { textOfFile } from './statement-reading.tsx'

test('a table is read in UTF-8, with or without a byte order mark, and as a local spreadsheet saves it', () => {
  const text = 'Сумма;Валюта\n28,80;BYN'
  const [utf8, oneByte] = [
    new TextEncoder().encode(text),
    Buffer.from(text.replace(/[^\n]/g, cyrillic), 'latin1'),
  ]
  expect(textOfFile(utf8.buffer)).toBe(text)
  expect(textOfFile(new TextEncoder().encode(`\uFEFF${text}`).buffer)).toBe(text)
  expect(textOfFile(new Uint8Array(oneByte).buffer)).toBe(text)
})

/** The Latin-1 character with the byte of this letter in windows-1251: А is C0, я FF. */
function cyrillic(letter: string): string {
  const place = letter.codePointAt(0)! - 'А'.codePointAt(0)!
  return place >= 0 && place < 64 ? String.fromCodePoint(0xc0 + place) : letter
}
