import { todayIn } from '@shop/domain/age'
import { firstOfMonth, LONGEST_REPEAT_MONTHS } from '@shop/domain/months'
import { formatDay } from '@shop/texts/formats.server'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** When the owner of a report wants its tests again, and the months to choose from. */
export interface RepeatView {
  /** The page of the report, which takes the forms. */
  path: string
  /** The page of the report's only test, to which they lead back. */
  analysisResultId?: string | undefined
  /** How many tests the report has. */
  count: number
  /** "February 2027"; null: nothing is planned. */
  planned: string | null
  /** Those to come: the value of "December 2026" is its first day. */
  months: { value: string; label: string }[]
}

/** "February 2027" */
export const monthText = (month: string, shop: Shop): string => formatDay(month, shop.locale, 'month')

interface Repeatable {
  repeat?: { month: string | null } | undefined
  testResult: { id: string }
  patient: { id: string }
}

/** Undefined where the tests of a report cannot be planned again. */
export function repeatView(
  { repeat, testResult, patient }: Repeatable,
  shop: Shop,
  { count, analysisResultId }: { count: number; analysisResultId?: string },
): RepeatView | undefined {
  if (!repeat) return undefined
  const today = todayIn(shop.businessTimeZone, shop.now())
  return {
    path: pathOf('testResultPatientAnalyzesList', { testResultId: testResult.id, patientId: patient.id }),
    analysisResultId,
    count,
    planned: repeat.month && monthText(repeat.month, shop),
    months: Array.from({ length: LONGEST_REPEAT_MONTHS }, (_, index) => {
      const value = firstOfMonth(today, index + 1)
      return { value, label: monthText(value, shop) }
    }),
  }
}
