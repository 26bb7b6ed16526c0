import type { Queries } from '@shop/database/open-database'
import { openWords, SEALED_ELSEWHERE, sealWords, showWords, wordsField } from '../encryption/sealed-words.ts'
import type { SealedField, Sealing } from '../encryption/sealing.ts'
import type { RightsRequestRow, RightsStepRow } from './tables.ts'

/** The sealed columns of requests about data and of what was done about them, for whoever seals them anew. */
export const sealedRightsFields: readonly SealedField[] = [
  wordsField('rights_request', 'words'),
  wordsField('rights_request', 'answer'),
  wordsField('rights_step', 'text'),
]

/** What is asked for, as it is stored. */
export const sealAsked = async (sealing: Sealing, queries: Queries, id: string, words: string) => ({
  id,
  words: SEALED_ELSEWHERE,
  sealedWords: await sealWords(sealing, queries, id, words),
})

/** The answer, as it is stored. */
export const sealAnswer = async (sealing: Sealing, queries: Queries, id: string, answer: string) => ({
  answer: SEALED_ELSEWHERE,
  sealedAnswer: await sealWords(sealing, queries, id, answer),
})

/** What was noted with a step, as it is stored. */
export const sealStep = async (
  sealing: Sealing,
  queries: Queries,
  id: string,
  words: string | null,
): Promise<Step> =>
  words === null
    ? { id, text: null, sealedText: null }
    : { id, text: SEALED_ELSEWHERE, sealedText: await sealWords(sealing, queries, id, words) }

type Asked = Pick<RightsRequestRow, 'id' | 'words' | 'sealedWords'>
type Answer = Pick<RightsRequestRow, 'id' | 'answer' | 'sealedAnswer'>
type Step = Pick<RightsStepRow, 'id' | 'text' | 'sealedText'>

const ofAsked = ({ id, words: clear, sealedWords: sealed }: Asked) => ({ id, clear, sealed })
const ofAnswer = ({ id, answer: clear, sealedAnswer: sealed }: Answer) => ({ id, clear, sealed })
const ofStep = ({ id, text: clear, sealedText: sealed }: Step) => ({ id, clear, sealed })

/** What is asked for; null: it is answered, and the account is gone. @throws Unreadable */
export const openAsked = (sealing: Sealing, queries: Queries, row: Asked): Promise<string | null> =>
  openWords(sealing, queries, ofAsked(row))

/** The answer; null: there is none yet, or the account is gone. @throws Unreadable */
export const openAnswer = (sealing: Sealing, queries: Queries, row: Answer): Promise<string | null> =>
  openWords(sealing, queries, ofAnswer(row))

/** What was noted with a step. @throws Unreadable */
export const openStep = (sealing: Sealing, queries: Queries, row: Step): Promise<string | null> =>
  openWords(sealing, queries, ofStep(row))

/** As `openAsked`, for whoever reads it. */
export const showAsked = (sealing: Sealing, queries: Queries, row: Asked): Promise<string | null> =>
  showWords(sealing, queries, { table: 'rights_request', column: 'words', ...ofAsked(row) })

/** As `openAnswer`, for whoever reads it. */
export const showAnswer = (sealing: Sealing, queries: Queries, row: Answer): Promise<string | null> =>
  showWords(sealing, queries, { table: 'rights_request', column: 'answer', ...ofAnswer(row) })

/** As `openStep`, for whoever reads it. */
export const showStep = (sealing: Sealing, queries: Queries, row: Step): Promise<string | null> =>
  showWords(sealing, queries, { table: 'rights_step', column: 'text', ...ofStep(row) })
