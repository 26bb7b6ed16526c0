import type { Locale } from '@shop/contract/fields'
import { type MergedPreparation, mergePreparation } from '@shop/domain/preparation'
import { textLanguage } from '../catalogue/localised.ts'
import type { ReadLine } from './order-queries.ts'
import type { OrderRow } from './tables.ts'

/** What a patient of the order has to do before the visit, merged from the analyses as they were when ordered. */
export function orderPreparation(
  lines: readonly ReadLine[],
  { order, locale }: { order: OrderRow; locale: Locale },
): MergedPreparation {
  const language = textLanguage(locale)
  return mergePreparation({
    analyses: lines.flatMap(({ preparation }) =>
      preparation ? [{ fastingHours: preparation.fastingHours, notes: preparation.notes[language] }] : [],
    ),
    visitStart: order.visitStart.toISOString(),
  })
}
