import type { AnalysisReport } from '@shop/contract/results'
import { formatDay } from '@shop/texts/formats.server'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'

type Awaited = Pick<AnalysisReport, 'status' | 'awaits' | 'expectedDate'>

/**
 * What to say about a result that has not arrived: what it waits for, else when it is expected. Null if nothing
 * is known, or the result has arrived.
 */
export function awaitedWords(
  { status, awaits, expectedDate }: Awaited,
  shop: Pick<Shop, 'locale' | 'env'>,
): string | null {
  if (status !== null) return null
  if (awaits !== null || expectedDate === null) return awaits
  const { t } = pageTexts(shop.locale, shop.env.partner).texts
  return t('results.expected', { date: formatDay(expectedDate, shop.locale) })
}
