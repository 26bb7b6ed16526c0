import type { SheetPerson } from '@shop/contract/desk-sheet'
import { plainHours } from '@shop/domain/locale'
import { formatTime, type Reader } from '@shop/texts/formats.server'
import { shortDay } from '../texts/format.server.ts'

/** A person on the sheet, with days and times written in the language of the desk. */
export type PersonInWords = ReturnType<typeof personInWords>

export function personInWords(person: SheetPerson, reader: Reader) {
  const { dateOfBirth, turn } = person
  return {
    ...person,
    born: shortDay(dateOfBirth, reader),
    turn: turn && {
      ...turn,
      start: formatTime(turn.start, reader),
      mayEatFrom: turn.mayEatFrom && formatTime(turn.mayEatFrom, reader),
    },
    answers: person.answers.map(({ question, answer }) => ({
      question,
      answer: answer && answerInWords(answer, reader),
    })),
  }
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/

/** "6 Mar 2040, 9:00" for `2040-03-06T09:00`, on the clock of the visit; "yes" and "no" stay as they are. */
function answerInWords(answer: string, reader: Reader): string {
  const [, day, time] = TIME.exec(answer) ?? []
  if (!day) return answer
  return [shortDay(day, reader), time && plainHours(time)].filter(Boolean).join(', ')
}
