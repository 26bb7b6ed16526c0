import type { SheetPerson } from '@shop/contract/desk-sheet'
import { expect, test } from 'vitest'
import { personInWords } from './person-in-words.server.ts'

const businessTimeZone = 'Europe/Minsk'

const PERSON: SheetPerson = {
  patientId: '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10',
  name: 'Hrynevich Darya',
  gender: 'F',
  dateOfBirth: '1995-02-17',
  pregnant: false,
  tests: [],
  containers: [],
  answers: [
    { question: 'biotin', answer: 'no' },
    { question: 'contrast', answer: null },
    { question: 'lastPeriod', answer: '2040-03-06' },
    { question: 'lastDose', answer: '2040-03-06T09:05' },
  ],
  fastingHours: 0,
  beforeFeed: false,
  turn: { start: '2040-03-06T09:00:00+03:00', minutes: 10, mayEatFrom: '2040-03-06T06:10:00Z' },
}

test('days and times of a person on the sheet are written as elsewhere at the desk, in the reader’s language', () => {
  const { born, answers, turn } = personInWords(PERSON, { locale: 'en', businessTimeZone })
  expect(turn).toEqual({ start: '9:00', minutes: 10, mayEatFrom: '9:10' })
  expect(born).toBe('17\u00a0Feb\u00a01995')
  expect(answers.map(({ answer }) => answer)).toEqual([
    'no',
    null,
    '6\u00a0Mar\u00a02040',
    '6\u00a0Mar\u00a02040, 9:05',
  ])
  expect(personInWords(PERSON, { locale: 'pl', businessTimeZone }).born).toBe('17\u00a0lut\u00a01995')
})
