import type { WireGender } from '@shop/contract/fields'
import type { AskRight } from '@shop/contract/rights'

/** A patient's visit this morning, as an example for the desk. */
export interface DemoVisit {
  /** The account's name; its e-mail address is made from it. */
  firstName: string
  lastName: string
  gender: WireGender
  dateOfBirth: string
  /** Hour and minute, today in the business zone. */
  at: string
  /** Codes of analyses. */
  tests: readonly string[]
  /** The address, for a home visit. */
  home?: { street: string; houseNumber: string; apartmentNumber: string; addressNotes: string }
  /** What the desk has done already. */
  done?: 'arrived' | 'missed' | 'samplesTaken'
  note?: string
  /** A question to support. */
  question?: string
  /** A request about their data. */
  asks?: AskRight
  /** The laboratory has reported a critical value that no one was told of, and a result for an unknown order. */
  reported?: true
  /** Cancelled before payment, and paid all the same: the money is refunded. */
  refundDue?: true
}

export const DEMO_VISITS: readonly DemoVisit[] = [
  {
    firstName: 'Anna',
    lastName: 'Kowalska',
    gender: 'F',
    dateOfBirth: '1990-04-12',
    at: '07:45',
    tests: ['1252', '1001'],
    done: 'samplesTaken',
    reported: true,
  },
  {
    firstName: 'Mikhail',
    lastName: 'Sidorenko',
    gender: 'M',
    dateOfBirth: '1958-11-02',
    at: '08:00',
    tests: ['1001'],
    done: 'missed',
  },
  {
    firstName: 'Zofia',
    lastName: 'Wyszogrodzka',
    gender: 'F',
    dateOfBirth: '1947-06-30',
    at: '08:30',
    tests: ['1252'],
    done: 'arrived',
    note: 'Comes with a wheelchair: ground floor.',
    asks: { right: 'recipients', words: 'Who has seen my results, apart from my doctor?' },
  },
  {
    firstName: 'Darya',
    lastName: 'Hrynevich',
    gender: 'F',
    dateOfBirth: '1995-02-17',
    at: '09:00',
    tests: ['1001'],
    home: {
      street: 'vulica Niamiha',
      houseNumber: '12',
      apartmentNumber: '34',
      addressNotes: 'The bell does not ring: please call.',
    },
  },
  {
    firstName: 'Piotr',
    lastName: 'Mazur',
    gender: 'M',
    dateOfBirth: '1984-09-08',
    at: '09:15',
    tests: ['1252'],
    question: 'May I come half an hour later? I am stuck in traffic.',
  },
  {
    firstName: 'Alena',
    lastName: 'Kavaliova',
    gender: 'F',
    dateOfBirth: '1972-12-24',
    at: '10:00',
    tests: ['1001', '1252'],
    home: {
      street: 'vulica Jakuba Kolasa',
      houseNumber: '5',
      apartmentNumber: '7',
      addressNotes: '',
    },
  },
  {
    firstName: 'Viktar',
    lastName: 'Baranau',
    gender: 'M',
    dateOfBirth: '2001-05-05',
    at: '10:30',
    tests: ['1001'],
    refundDue: true,
  },
]
