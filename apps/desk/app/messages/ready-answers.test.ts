import { expect, test } from 'vitest'
import { withReady } from './ready-answers.tsx'

const READY = [{ text: 'Hello,\n\nyou may come later.' }, { text: 'Hello,\n\nplease call us.' }]

test('a ready answer takes the place of another one, as one looks through them', () => {
  expect(withReady('', READY[0]!.text, READY)).toBe(READY[0]!.text)
  expect(withReady(' \n', READY[0]!.text, READY)).toBe(READY[0]!.text)
  expect(withReady(READY[0]!.text, READY[1]!.text, READY)).toBe(READY[1]!.text)
})

test('what was typed is not lost to a ready answer', () => {
  expect(withReady('I have asked the nurse. ', READY[1]!.text, READY)).toBe(
    `I have asked the nurse.\n\n${READY[1]!.text}`,
  )
  const edited = `${READY[0]!.text} Until nine.`
  expect(withReady(edited, READY[1]!.text, READY)).toBe(`${edited}\n\n${READY[1]!.text}`)
})
