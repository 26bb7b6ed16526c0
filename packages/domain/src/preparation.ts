import { CHILD_UNTIL_YEARS } from './age.ts'
import type { VisitKind } from './laboratory.ts'
import { dayPartAt, isAfternoon } from './visit-slots.ts'

const HOUR_IN_MS = 3_600_000

/**
 * Fasts of children, as in the article about preparation: a baby is taken right before the next feed, whatever the
 * test; a child needs less than the usual fast, and a longer one only if the test demands it.
 */
const BABY_UNTIL_YEARS = 1
const USUAL_FAST = 4
const CHILDS_USUAL_FAST = 3

/** Notes that ask for nothing; they would contradict a note beside them that asks for something. */
const NOTHING_TO_DO = [
  /\bno (special )?preparation\b/iu,
  /подготовка не (требуется|нужна)/iu,
  /\bbez (specjalnego )?przygotowania\b/iu,
  /падрыхтоўк[аі] не (трэба|патрэбная)/iu,
]

const OF_URINE = /\burine\b|\bmoczu?\b|(?<!\p{L})(?:моч[аиуе]|мач[аыу])(?!\p{L})/iu

/** Whether a material, by its name, is for urine. */
export function isUrineContainer(name: string): boolean {
  return OF_URINE.test(name)
}

/** Whether one of a patient's materials is for urine that is collected at home, before the nurse comes. */
export function collectsUrineBefore(visitKind: VisitKind, materials: readonly string[]): boolean {
  return visitKind === 'homeCall' && materials.some(isUrineContainer)
}

const OF_MORNING = /\bmorning\b|(?<!\p{L})утренн|\bporann|(?<!\p{L})ранішн/iu

/** Whether a note asks for the morning's urine, which is collected at home and soon too old. */
export function asksForMorningUrine(note: string): boolean {
  return OF_URINE.test(note) && OF_MORNING.test(note)
}

/** Whether a note says that there is nothing to do. */
export function asksForNothing(note: string): boolean {
  return NOTHING_TO_DO.some((pattern) => pattern.test(note))
}

export interface Preparation {
  readonly fastingHours: number
  readonly notes: readonly string[]
}

export interface MergedPreparation {
  /** The longest fast, in hours; 0 if none is asked for. */
  readonly fastingHours: number
  /** When it starts, as a UTC instant; absent if no visit is chosen or no one fasts. */
  readonly fastFrom?: string
  /** The catalogue's own words about that fast; absent if no note mentions it. */
  readonly fastingNote?: string
  /** A baby does not fast but is taken right before the next feed; false if no one would have to fast. */
  readonly beforeFeed: boolean
  /** The visit is in the afternoon, and the morning's urine is to be brought. */
  readonly isLateForUrine: boolean
  /** Everything else, each once, in the order of the analyses. */
  readonly notes: string[]
}

/** The fast that a test with so many hours requires at that age, in completed years. */
export function fastingHoursAt(hours: number, ageYears: number): number {
  if (ageYears < BABY_UNTIL_YEARS) return 0
  return ageYears < CHILD_UNTIL_YEARS && hours <= USUAL_FAST ? Math.min(hours, CHILDS_USUAL_FAST) : hours
}

/**
 * One preparation for all of a patient's analyses. The longest fast covers the shorter ones, whose notes are left
 * out. `start` is an RFC 3339 instant, the earliest time at which the sample may be taken, `zone` the business zone.
 * Without `ageYears` it is for an adult.
 */
export function mergePreparation(input: {
  analyses: readonly Preparation[]
  visit?: { start: string; zone: string } | null
  ageYears?: number
}): MergedPreparation {
  const { visit, ageYears = CHILD_UNTIL_YEARS } = input
  const longest = Math.max(0, ...input.analyses.map((analysis) => analysis.fastingHours))
  const fastingHours = fastingHoursAt(longest, ageYears)
  const beforeFeed = longest > 0 && ageYears < BABY_UNTIL_YEARS
  const fastingNote = input.analyses
    .filter((analysis) => analysis.fastingHours === fastingHours)
    .flatMap((analysis) => analysis.notes.filter((note) => isAboutFast(note, fastingHours)))[0]
  const notes = new Set(
    input.analyses.flatMap((analysis) =>
      analysis.notes.filter((note) => !isAboutFast(note, analysis.fastingHours)),
    ),
  )
  return {
    fastingHours,
    ...(fastingHours > 0 && visit && { fastFrom: startOfFast(visit.start, fastingHours) }),
    ...(fastingNote !== undefined && { fastingNote }),
    beforeFeed,
    isLateForUrine: visit
      ? [...notes].some(asksForMorningUrine) && isAfternoon(dayPartAt(visit.start, visit.zone))
      : false,
    notes: withoutContradiction([...notes], fastingHours > 0 || beforeFeed),
  }
}

function startOfFast(visitStart: string, hours: number): string {
  return new Date(Date.parse(visitStart) - hours * HOUR_IN_MS).toISOString()
}

/** A note is about the fast if it names the same number of hours: '8 hours', '8 ч', '8 godzin'. */
function isAboutFast(note: string, hours: number): boolean {
  const hourWords = 'h|hours?|ч|час\\p{L}*|godz\\p{L}*|гадз\\p{L}*'
  return hours > 0 && new RegExp(`(?<![\\d–-])${hours}\\s*(?:${hourWords})(?!\\p{L})`, 'iu').test(note)
}

function withoutContradiction(notes: string[], isMoreAsked: boolean): string[] {
  const asking = notes.filter((note) => !asksForNothing(note))
  return asking.length > 0 || isMoreAsked ? asking : notes.slice(0, 1)
}
