import type { SheetPerson } from '@shop/contract/desk-sheet'
import type { Locale } from '@shop/domain/locale'
import { shortDay } from '../texts/format.server.ts'

/** Somebody on the sheet, with days as the language of the desk writes them. */
export type PersonInWords = ReturnType<typeof sayDays>

export function sayDays(person: SheetPerson, language: { locale: Locale }) {
  return {
    ...person,
    born: shortDay(person.dateOfBirth, language),
    answers: person.answers.map(({ question, answer }) => ({
      question,
      answer: answer && answerInWords(answer, language),
    })),
  }
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/

/** "6 Mar 2040, 09:00", of `2040-03-06T09:00`, the clock of the visit; "yes" and "no" stay what they are. */
function answerInWords(answer: string, language: { locale: Locale }): string {
  const [, day, time] = TIME.exec(answer) ?? []
  if (!day) return answer
  return [shortDay(day, language), time].filter(Boolean).join(', ')
}
