import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAnswer, QUESTION_NAMES, questionsOf, VISIT_QUESTIONS } from './visit-questions.ts'

const SPAN = { dateOfBirth: '1990-04-12', visitDate: '2026-11-23' }

test('each question is asked once for all tests together, and the one about a period only of women', () => {
  const asked = [['biotin'], ['lastPeriod', 'biotin'], []] as const
  expect(questionsOf(asked, { isFemale: true })).toEqual(['lastPeriod', 'biotin'])
  expect(questionsOf(asked, { isFemale: false })).toEqual(['biotin'])
})

test.each([
  ['lastPeriod', '2026-11-01', true],
  ['lastPeriod', '2026-11-23', true],
  ['lastPeriod', '2026-11-24', false],
  ['lastPeriod', '1990-04-11', false],
  ['lastPeriod', '2026-02-30', false],
  ['lastPeriod', '2026-11-01T08:00', false],
  ['lastDose', '2026-11-22T20:30', true],
  ['lastDose', '2026-11-22T24:30', false],
  ['lastDose', '2026-11-22', false],
  ['lastDose', '2026-11-22T20:30T', false],
  ['biotin', 'yes', true],
  ['biotin', 'maybe', false],
] as const)('%s: "%s" is an answer: %s', (question, answer, expected) => {
  expect(isAnswer(question, answer, SPAN)).toBe(expected)
})

test('nothing that is typed breaks the rule, and an empty text is not an answer', () => {
  fc.assert(
    fc.property(fc.constantFrom(...QUESTION_NAMES), fc.string(), (question, text) => {
      const found = isAnswer(question, text, SPAN)
      if (VISIT_QUESTIONS[question].kind === 'yesNo') expect(found).toBe(text === 'yes' || text === 'no')
      else if (found) expect(text).toMatch(/^\d{4}-\d\d-\d\d/)
    }),
  )
  for (const question of QUESTION_NAMES) expect(isAnswer(question, '', SPAN)).toBe(false)
})
