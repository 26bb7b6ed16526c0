import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createProfileFinder, type SearchedProfile } from '../find-profiles.ts'
import { createReasonIndex, type SearchedReason } from '../find-reason.ts'
import type { SearchEntry } from '../search-entry.ts'
import { type AnalysesOfReason, createSearchIndex, type SearchIndex } from '../search-index.ts'

/**
 * Questions about one subject, and the codes of the analyses and profiles that help. Without codes, nothing
 * may be found.
 */
interface EverydayTopic {
  useful: string[]
  /** What would be harmful as the first answer to these questions, besides `harmful` of the catalogue. */
  never?: string[]
  questions: Record<string, string[]>
}

type ReasonOfCatalogue = SearchedReason &
  AnalysesOfReason & {
    profileCodes: readonly string[]
    /** The expensive profile that may come first on the reason's card; null if there is none. */
    dearProfileCode: string | null
  }

/** What the search knows of one catalogue, read from its files. */
export interface EverydayCatalogue {
  analyses: readonly SearchEntry[]
  profiles: readonly SearchedProfile[]
  reasons: readonly ReasonOfCatalogue[]
  /** Codes that frighten people or cost much: never the first answer for those whom they do not help. */
  harmful: ReadonlySet<string>
}

export interface EverydayQuality {
  asked: number
  useful: number
  harmful: string[]
  missed: string[]
  byLanguage: Record<string, { asked: number; useful: number }>
}

const FIRST = 3
/** The number of tests that a card shows before it is opened. */
const TESTS_OF_CARD = 3

export async function readEveryday(name: 'everyday-tuning' | 'everyday-held-out'): Promise<EverydayTopic[]> {
  return JSON.parse(await readFile(join(import.meta.dirname, `${name}.json`), 'utf8'))
}

/** The search of one catalogue, as in the main API and on the search page. */
export interface EverydaySearch {
  catalogue: EverydayCatalogue
  index: SearchIndex
  reasonOf(question: string): ReasonOfCatalogue | null
  /** The first answers, each as the codes that it shows: the card of a reason, a profile, then analyses. */
  ask(question: string): string[][]
}

export async function createEverydaySearch(catalogue: EverydayCatalogue): Promise<EverydaySearch> {
  const { analyses, profiles, reasons } = catalogue
  const reasonIndex = await createReasonIndex(reasons)
  const index = await createSearchIndex(analyses, reasonIndex.knows)
  const findProfiles = createProfileFinder(profiles)
  const offeredIds = new Set(analyses.map(({ id }) => id))
  const codesOf = (ids: readonly number[]) => ids.map((id) => analyses[id]!.code)
  function reasonOf(question: string) {
    const id = reasonIndex.find(question, index.knows)
    return reasons.find((reason) => reason.id === id) ?? null
  }
  function ask(question: string): string[][] {
    const reason = reasonOf(question)
    const found = codesOf(index.search(question, { limit: FIRST, offeredIds, reason }))
    const named = findProfiles(question).map((id) => profiles[id]!.code)
    const [profile] = [...(reason?.profileCodes ?? []), ...named]
    const card = reason && [
      ...reason.profileCodes.slice(0, 1),
      ...codesOf(reason.analysisIds.slice(0, TESTS_OF_CARD)),
    ]
    return [...(card ? [card] : []), ...(profile ? [[profile]] : []), ...found.map((code) => [code])].slice(
      0,
      FIRST,
    )
  }
  return { catalogue, index, reasonOf, ask }
}

export function measureEveryday(
  { ask, reasonOf, catalogue }: EverydaySearch,
  topics: readonly EverydayTopic[],
): EverydayQuality {
  const quality: EverydayQuality = { asked: 0, useful: 0, harmful: [], missed: [], byLanguage: {} }
  const questions = topics.flatMap((topic) =>
    Object.entries(topic.questions).flatMap(([language, list]) =>
      list.map((question) => ({ ...topic, language, question })),
    ),
  )
  for (const { useful, never = [], language, question } of questions) {
    const first = ask(question)
    const isUseful =
      useful.length === 0 ? first.length === 0 : first.flat().some((code) => useful.includes(code))
    // The expensive profile of a reason does no harm if the card is right, but it does to someone who meant
    // something else.
    const isCardRight = first[0]?.some((code) => useful.includes(code))
    const dearOfCard = isCardRight ? reasonOf(question)?.dearProfileCode : null
    const harm = (first[0] ?? []).filter(
      (code) =>
        !useful.includes(code) &&
        (never.includes(code) || (catalogue.harmful.has(code) && code !== dearOfCard)),
    )
    const part = quality.byLanguage[language] ?? { asked: 0, useful: 0 }
    quality.byLanguage[language] = { asked: part.asked + 1, useful: part.useful + Number(isUseful) }
    quality.asked++
    if (isUseful) quality.useful++
    else quality.missed.push(`${question}: ${first.map((codes) => codes.join('+')).join(', ') || 'nothing'}`)
    if (harm.length > 0) quality.harmful.push(`${question}: ${harm.join(', ')}`)
  }
  return quality
}
