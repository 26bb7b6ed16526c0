import { noteCallSchema } from '@shop/contract/critical-values'
import { openTestsSchema, orderSearchSchema } from '@shop/contract/desk'
import { EARLIEST_BIRTH } from '@shop/contract/fields'
import { LONGEST_NAME, LONGEST_QUERY, SHORTEST_PASSWORD, SHORTEST_QUERY } from '@shop/contract/input-lengths'
import { closeOutsideSchema, requestRefundSchema } from '@shop/contract/money'
import { DEFAULT_DATE_OF_BIRTH } from '@shop/contract/patients'
import { setAsideReportSchema } from '@shop/contract/refused-reports'
import { answerRightSchema, endRestrictionSchema, noteRightStepSchema } from '@shop/contract/rights'
import { messageSearchSchema } from '@shop/contract/support'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { sourceTexts } from '@shop/texts/compiled-messages'
import type { TextKey } from '@shop/texts/create-texts'
import { expect, test } from 'vitest'
import { ADULT_YEARS } from './accounts/birth-date.ts'
import { MAILED_LIFETIMES_MS } from './accounts/mailed-secrets.ts'
import { createCode } from './accounts/secrets.ts'
import { ATTEMPT_LIMITS, QUOTAS } from './limits.ts'
import { DAYS_AHEAD } from './offers/coming-prices.ts'
import { createPaperCode, MOST_WRONG_PAPER_PINS } from './results/paper/issue-paper.ts'
import { MOST_WRONG_PINS } from './results/sharing/share-queries.ts'
import { createPin } from './results/sharing/share-secrets.ts'
import { UNANSWERED_QUERY_DAYS } from './retention.ts'
import { PEOPLE_AT_LEAST } from './search-words/count-unanswered.ts'

/** The day and the year, as texts write them around the month. */
const dayAndYear = (date: string) => [Number(date.slice(8)), Number(date.slice(0, 4))]
const PIN = createPin().length
const CODE = createCode().length

/** Texts that state how many: as parameters of texts for browsers these numbers would weigh more. */
const QUOTAS_STATED: Readonly<Partial<Record<TextKey, readonly (number | null)[]>>> = {
  'patients.tooMany': [QUOTAS.patients],
  'order.problem.tooManyMoves': [ATTEMPT_LIMITS.visitMovePerAccount.points],
  'results.share.tooMany': [QUOTAS.openShares],
  'results.share.ended.locked': [MOST_WRONG_PINS],
  // A link for another system lasts for as long as the shop asks for.
  'results.share.healthLink.what': [7, MOST_WRONG_PINS],
  'results.shared.pinHint': [PIN, MOST_WRONG_PINS],
  'results.shared.tryAgain': [PIN],
  'results.shared.sixDigits': [PIN],
  'results.verify.pinHint': [PIN],
  'results.verify.wrongPin': [MOST_WRONG_PAPER_PINS],
  'results.verify.endedText': [MOST_WRONG_PAPER_PINS],
  // Codes were shorter once.
  'results.verify.codeHint': [createPaperCode().length, 16],
  'account.login.codeSent': [CODE],
  'account.confirm.codeHint': [CODE, MAILED_LIFETIMES_MS.logIn / 60_000],
  // What apps show is as long as what we mail.
  'account.secondStep.codeHint': [CODE],
  'account.secondStep.codeOrRecovery': [CODE],
  'desk:login.codeHint': [CODE],
  'account.register.lead': [ADULT_YEARS],
  'forms.underAge': [ADULT_YEARS],
  'forms.wrong.firstName': [LONGEST_NAME],
  'forms.wrong.lastName': [LONGEST_NAME],
  'forms.wrong.name': [LONGEST_NAME],
  'forms.wrong.dateOfBirth': dayAndYear(EARLIEST_BIRTH),
  'patients.isBirthRight': dayAndYear(DEFAULT_DATE_OF_BIRTH),
  'desk:invitation.passwordHint': [SHORTEST_PASSWORD],
  'desk:orders.hint': [orderSearchSchema.shape.text.unwrap().minLength],
  'desk:orders.tooShort': [orderSearchSchema.shape.text.unwrap().minLength],
  'desk:messages.tooShort': [messageSearchSchema.shape.text.minLength],
  'desk:order.reasonShort': [openTestsSchema.shape.reason.minLength],
  'desk:critical.calledShort': [noteCallSchema.shape.called.minLength],
  'desk:money.outside.referenceShort': [closeOutsideSchema.shape.reference.minLength],
  'desk:atLeastFive': [requestRefundSchema.shape.reason.minLength],
  'desk:searchWords.wordsHint': [SHORTEST_QUERY, LONGEST_QUERY],
  'desk:searchWords.privacy': [PEOPLE_AT_LEAST, UNANSWERED_QUERY_DAYS],
  'desk:offers.dayWrong': [Math.floor(DAYS_AHEAD / 365)],
}

/** Numbers that the texts above write as words. */
const WORDS: Readonly<Record<Locale, Readonly<Record<string, number>>>> = {
  en: { two: 2, three: 3, five: 5, six: 6, ten: 10 },
  ru: { два: 2, двух: 2, трёх: 3, пять: 5, пяти: 5, шесть: 6, десяти: 10 },
  pl: { dwa: 2, trzy: 3, pięć: 5, pięciu: 5, sześć: 6, dziesięć: 10 },
  be: { два: 2, тры: 3, пяць: 5, пяці: 5, шэсць: 6, дзесяць: 10 },
}

function numbersIn(text: string, locale: Locale): number[] {
  const words = text.toLowerCase().match(/\p{L}+\d*|\d+/gu) ?? []
  return words.map((word) => WORDS[locale][word] ?? Number(word)).filter((number) => !Number.isNaN(number))
}

test.each(LOCALES)('the quotas that texts of %s state are those of the rules', (locale) => {
  const texts = sourceTexts(locale)
  const said = Object.keys(QUOTAS_STATED).map((key) => [key, numbersIn(texts[key]!, locale)])
  expect(Object.fromEntries(said)).toEqual(QUOTAS_STATED)
})

test('every note for which the desk asks for five characters needs as many', () => {
  const { minLength } = requestRefundSchema.shape.reason
  const schemas = [
    setAsideReportSchema.shape.reason,
    answerRightSchema.shape.text,
    endRestrictionSchema.shape.text,
    noteRightStepSchema.shape.text,
  ]
  expect(schemas.map((schema) => schema.minLength)).toEqual(schemas.map(() => minLength))
})

test('no other text states a quota', () => {
  const number = `(?:\\d+|${Object.keys(WORDS.en).join('|')})`
  const stated = new RegExp(
    `\\b(?:at (?:least|most)|no more than|up to|after|there are) ${number}\\b|\\b${number} (?:characters|digits|wrong)\\b`,
    'i',
  )
  const others = Object.entries(sourceTexts('en')).filter(
    ([key, text]) => stated.test(text) && !(key in QUOTAS_STATED) && !key.startsWith('reported:'),
  )
  expect(others.map(([key]) => key)).toEqual([])
})
