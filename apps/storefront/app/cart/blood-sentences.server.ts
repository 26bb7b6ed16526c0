import type { Patient } from '@shop/contract/patients'
import { type BloodDraw, bloodDraw, CHILDS_LIMIT_SOURCE, childsLimit } from '@shop/domain/blood-draw'
import { formatDecimal } from '@shop/texts/formats.server'
import { pageTexts } from '../platform/texts/page-texts.server.ts'
import { type OpenCart, rulesDate } from './open-cart.server.ts'

export interface BloodView {
  /** "Blood: 2 tubes, 8 mL, one puncture." */
  amount: string
  /** For a child if the volume is high for the age. */
  warning: string | null
}

/** How much blood all tests of one person take; null: no blood is drawn. */
export function bloodView(
  open: OpenCart,
  patient: Patient,
  analysisIds: readonly number[],
): BloodView | null {
  const draw = drawOf(open, analysisIds)
  if (draw.punctures === 0) return null
  return { amount: amountOf(open, draw), warning: warningOf(open, patient, draw) }
}

/** What an addition means for the person, in sentences: no more blood, or how many more tubes. */
export function bloodOfAddition(
  open: OpenCart,
  patient: Patient,
  { before, after }: { before: readonly number[]; after: readonly number[] },
): string[] {
  const [held, draw] = [drawOf(open, before), drawOf(open, after)]
  if (draw.punctures === 0 || after.length === before.length) return []
  const warning = draw.millilitres > held.millilitres ? warningOf(open, patient, draw) : null
  return [additionOf(open, held, draw), ...(warning ? [warning] : [])]
}

function additionOf(open: OpenCart, held: BloodDraw, draw: BloodDraw): string {
  const { t, number } = textsOf(open)
  const isMeasured = draw.unknownAnalysisIds.length === held.unknownAnalysisIds.length
  if (held.punctures === 0 || !isMeasured) return amountOf(open, draw)
  if (draw.tubes > held.tubes) {
    const volume = number(Math.round((draw.millilitres - held.millilitres) * 10) / 10)
    return t('cart:blood.more', { count: draw.tubes - held.tubes, volume })
  }
  return t('cart:blood.noMore')
}

function amountOf(open: OpenCart, { tubes, millilitres, punctures, unknownAnalysisIds }: BloodDraw): string {
  const { t, number } = textsOf(open)
  const volume = number(millilitres)
  if (unknownAnalysisIds.length === 0) {
    const again = punctures > 1 ? ` ${t('cart:blood.again', { count: punctures })}` : ''
    return t('cart:blood.amount', { count: tubes, volume }) + again
  }
  if (millilitres === 0) return t('cart:blood.unknown')
  return t('cart:blood.atLeast', { count: unknownAnalysisIds.length, volume })
}

function warningOf(open: OpenCart, { dateOfBirth }: Patient, { millilitres }: BloodDraw): string | null {
  const limit = childsLimit(dateOfBirth, rulesDate(open))
  if (limit === null || millilitres <= limit) return null
  const { t, number } = textsOf(open)
  return t('cart:blood.much', { limit: number(limit), source: CHILDS_LIMIT_SOURCE })
}

function drawOf({ catalogue: { assortment } }: OpenCart, analysisIds: readonly number[]): BloodDraw {
  const analyses = analysisIds.flatMap((id) => assortment.analyses.get(id) ?? [])
  return bloodDraw(analyses, assortment.materials)
}

function textsOf({ shop: { locale, env } }: OpenCart) {
  return {
    t: pageTexts(locale, env.partner).texts.t,
    number: (value: number) => formatDecimal(value, locale),
  }
}
