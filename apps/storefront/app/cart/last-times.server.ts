import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import type { LastResult } from '@shop/contract/results'
import { todayIn } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { formatDay } from '@shop/texts/formats.server'
import { pageTexts } from '../platform/texts/page-texts.server.ts'
import type { Addable } from './addable.server.ts'
import type { OpenCart } from './open-cart.server.ts'

const SHOWN = 3
/** The most that the main API accepts. */
const ASKED = 50

/**
 * By patient: when they last had one of these tests, and until when it is usually not repeated. Purely
 * informative: without an answer from the main API nothing is shown.
 */
export async function lastTimes(open: OpenCart, addable: Addable): Promise<Map<string, string[]>> {
  const { shop, catalogue } = open
  const { t } = pageTexts(shop.locale, shop.env.partner).texts
  const dayOf = (instant: Date) => todayIn(shop.businessTimeZone, instant)
  const today = dayOf(shop.now())
  const sentences = (await lastResults(open, addable)).flatMap(
    ({ patientId, analysisId, sampledAt, value }) => {
      const { name, retest } = catalogue.analysesById.get(analysisId)!
      const taken = dayOf(new Date(sampledAt))
      const until = addDays(taken, retest!.days)
      const isSoon = until > today
      // For a profile only tests that are too soon: the rest would be a list of results.
      if (addable.analysisIds.length > 1 && !isSoon) return []
      const date = formatDay(taken, shop.locale, 'date')
      const said = [
        ...(addable.analysisIds.length > 1 ? [`${name}.`] : []),
        value === null ? t('cart:add.lastTime', { date }) : t('cart:add.lastValue', { date, value }),
        ...(isSoon
          ? [t('cart:add.tooSoon', { date: formatDay(until, shop.locale, 'date'), source: retest!.source })]
          : []),
      ]
      return [{ patientId, said: said.join(' ') }]
    },
  )
  const byPatient = Map.groupBy(sentences, ({ patientId }) => patientId)
  return new Map([...byPatient].map(([id, list]) => [id, list.slice(0, SHOWN).map(({ said }) => said)]))
}

async function lastResults({ shop, catalogue }: OpenCart, { analysisIds }: Addable): Promise<LastResult[]> {
  const wanted = analysisIds.filter((id) => catalogue.analysesById.get(id)?.retest)
  if (wanted.length === 0) return []
  try {
    return await shop.api.lastResults({ analysisIds: wanted.slice(0, ASKED).join() })
  } catch (error) {
    if (error instanceof ApiProblem || error instanceof ApiUnreachable) return []
    throw error
  }
}
