import type { AnalysisComponent } from '@shop/contract/catalogue'
import { type RangeGroup, rangeGroups } from '@shop/domain/range-groups'
import {
  openSideOf,
  pickReferenceRange,
  type RangeSide,
  type ReferenceRange,
} from '@shop/domain/reference-range'
import { unitText } from '@shop/domain/unit-text'
import type { Texts } from '@shop/texts/create-texts'
import { rangeLimits, rangeText } from '@shop/texts/range-text.server'
import { withUnit } from '@shop/texts/value-text.server'

/** One value that an analysis measures, with its range for a group of people. */
export interface MeasuredValue {
  name: string
  loinc: string | null
  band: RangeBand | null
  /** In place of a band: a range without numbers ("not detected"), or only the unit. */
  text: string
  /** For pages of the release before. */
  unit: string
  low?: string
  high?: string
}

/** A range with limits, as a band is drawn beside them. */
interface RangeBand {
  /** The lower of two limits. */
  low?: string
  /** The upper of two limits, or in words the only one: "below 5 mmol/L". */
  high: string
  /** The side on which the range has no limit. */
  open?: RangeSide
}

export interface RangeGroupView extends RangeGroup {
  key: string
}

export interface MeasuredValues {
  groups: RangeGroupView[]
  /** Key of the group that is shown. */
  shown: string
  values: MeasuredValue[]
}

/** What an analysis measures, with the ranges for the wanted group of people, or else for the first group (adults). */
export function measuredValues(input: {
  components: readonly AnalysisComponent[]
  wanted: string | null
  locale: string
  t: Texts['t']
}): MeasuredValues {
  const { components, wanted } = input
  const groups = rangeGroups(components.map(({ referenceRanges }) => referenceRanges)).map((group) => ({
    ...group,
    key: `${group.sex?.at(0) ?? 'A'}${group.fromYears}`,
  }))
  const shown = groups.find(({ key }) => key === wanted) ?? groups[0]
  return {
    groups,
    shown: shown?.key ?? '',
    values: components.map((component) => measuredValue(component, shown, input)),
  }
}

interface RangeReader {
  locale: string
  t: Texts['t']
}

function measuredValue(
  component: AnalysisComponent,
  group: RangeGroup | undefined,
  reader: RangeReader,
): MeasuredValue {
  const person = { sex: group?.sex ?? 'FEMALE', ageYears: group?.fromYears ?? 30 } as const
  const range = pickReferenceRange(component.referenceRanges, person)
  const unit = unitText(component.ucumUnit, reader.locale)
  return {
    name: component.name,
    loinc: component.loinc,
    band: range && rangeBand(range, unit, reader),
    text: range?.text ?? unit,
    unit,
    ...(range && rangeLimits(range, reader.locale)),
  }
}

function rangeBand(range: ReferenceRange, unit: string, { locale, t }: RangeReader): RangeBand | null {
  const { low, high } = rangeLimits(range, locale)
  const open = openSideOf(range)
  if (low && high) return { low, high: withUnit(high, unit) }
  return open && { high: withUnit(rangeText(range, t, locale), unit), open }
}
