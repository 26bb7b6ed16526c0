import type { Queries } from '@shop/database/open-database'
import { openWords, sealWords, showWords, wordsField } from '../encryption/sealed-words.ts'
import type { SealedField, Sealing } from '../encryption/sealing.ts'
import type { RightsRequestRow, RightsStepRow } from './tables.ts'

const ASKED = wordsField('rights_request', 'words')
const ANSWER = wordsField('rights_request', 'answer')
const STEP = wordsField('rights_step', 'text')
/** The sealed columns of requests about data and of the steps taken, for those who re-seal them. */
export const sealedRightsFields: readonly SealedField[] = [ASKED, ANSWER, STEP]

/** The wording of the request, as stored. */
export const sealAsked = async (sealing: Sealing, queries: Queries, id: string, words: string) => {
  const { clear, sealed } = await sealWords(sealing, queries, id, words)
  return { id, words: clear, sealedWords: sealed }
}

/** The answer, as stored. */
export const sealAnswer = async (sealing: Sealing, queries: Queries, id: string, answer: string) => {
  const { clear, sealed } = await sealWords(sealing, queries, id, answer)
  return { answer: clear, sealedAnswer: sealed }
}

/** The text of a step, as stored. */
export const sealStep = async (
  sealing: Sealing,
  queries: Queries,
  id: string,
  words: string | null,
): Promise<Step> => {
  const { clear, sealed } = await sealWords(sealing, queries, id, words)
  return { id, text: clear, sealedText: sealed }
}

type Asked = Pick<RightsRequestRow, 'id' | 'words' | 'sealedWords'>
type Answer = Pick<RightsRequestRow, 'id' | 'answer' | 'sealedAnswer'>
type Step = Pick<RightsStepRow, 'id' | 'text' | 'sealedText'>

const ofAsked = ({ id, words: clear, sealedWords: sealed }: Asked) => ({ id, clear, sealed })
const ofAnswer = ({ id, answer: clear, sealedAnswer: sealed }: Answer) => ({ id, clear, sealed })
const ofStep = ({ id, text: clear, sealedText: sealed }: Step) => ({ id, clear, sealed })

/** The wording of the request; null: it is answered and the account is gone. @throws Unreadable */
export const openAsked = (sealing: Sealing, queries: Queries, row: Asked): Promise<string | null> =>
  openWords(sealing, queries, ofAsked(row))

/** The answer; null: not given yet, or the account is gone. @throws Unreadable */
export const openAnswer = (sealing: Sealing, queries: Queries, row: Answer): Promise<string | null> =>
  openWords(sealing, queries, ofAnswer(row))

/** The text of a step. @throws Unreadable */
export const openStep = (sealing: Sealing, queries: Queries, row: Step): Promise<string | null> =>
  openWords(sealing, queries, ofStep(row))

/** As `openAsked`, for display: unreadable words are replaced by a notice. */
export const showAsked = (sealing: Sealing, queries: Queries, row: Asked): Promise<string | null> =>
  showWords(sealing, queries, ASKED, ofAsked(row))

/** As `openAnswer`, for display. */
export const showAnswer = (sealing: Sealing, queries: Queries, row: Answer): Promise<string | null> =>
  showWords(sealing, queries, ANSWER, ofAnswer(row))

/** As `openStep`, for display. */
export const showStep = (sealing: Sealing, queries: Queries, row: Step): Promise<string | null> =>
  showWords(sealing, queries, STEP, ofStep(row))
