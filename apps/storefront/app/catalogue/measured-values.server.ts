import type { AnalysisComponent } from '@shop/contract/catalogue'
import { type RangeGroup, rangeGroups } from '@shop/domain/range-groups'
import { pickReferenceRange } from '@shop/domain/reference-range'
import { unitText } from '@shop/domain/unit-text'
import { formatDecimal } from '@shop/texts/formats.server'

/** One value that an analysis measures, with its range for a group of people. */
export interface MeasuredValue {
  name: string
  loinc: string | null
  unit: string
  low: string | undefined
  high: string | undefined
  /** A range without numbers: "not detected". */
  text: string | undefined
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
}): MeasuredValues {
  const { components, wanted, locale } = input
  const groups = rangeGroups(components.map(({ referenceRanges }) => referenceRanges)).map((group) => ({
    ...group,
    key: `${group.sex?.at(0) ?? 'A'}${group.fromYears}`,
  }))
  const shown = groups.find(({ key }) => key === wanted) ?? groups[0]
  return {
    groups,
    shown: shown?.key ?? '',
    values: components.map((component) => measuredValue(component, shown, locale)),
  }
}

function measuredValue(
  component: AnalysisComponent,
  group: RangeGroup | undefined,
  locale: string,
): MeasuredValue {
  const person = { sex: group?.sex ?? 'FEMALE', ageYears: group?.fromYears ?? 30 } as const
  const range = pickReferenceRange(component.referenceRanges, person)
  const number = (limit: number | null | undefined) =>
    limit === null || limit === undefined ? undefined : formatDecimal(limit, locale)
  return {
    name: component.name,
    loinc: component.loinc,
    unit: unitText(component.ucumUnit, locale),
    low: number(range?.low),
    high: number(range?.high),
    text: range?.text ?? undefined,
  }
}
