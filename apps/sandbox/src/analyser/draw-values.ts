import { type Assay, type Component, type Range, rangeFor, type SexAndAge } from './catalogue.ts'
import { drawCodedValue } from './coded-values.ts'
import { deriveValues } from './derived-values.ts'
import { drawNumericValue, flagOf, type NumericFlag, roundValue } from './numeric-values.ts'
import { seededRandom } from './random.ts'

export interface DrawnValue {
  component: Component
  /** The range that applies to this person. */
  range: Range | undefined
  /** A number in the component's unit, or words. */
  value: number | string
  flag: NumericFlag | 'A' | undefined
}

/** One value for each component of the analysis; the same seed always gives the same values. */
export function drawValues(analysis: Assay, person: SexAndAge, seed: string): DrawnValue[] {
  const { components } = analysis.resultDefinition
  const random = seededRandom(seed)
  const ranges = new Map(components.map((component) => [component.name, rangeFor(component, person)]))
  const byName = new Map(components.map((component) => [component.name, component]))
  const words = new Map<string, ReturnType<typeof drawCodedValue>>()
  const numbers = new Map<string, number>()
  for (const component of components) {
    const { name } = component
    const range = ranges.get(name)
    const text = (range ?? component.referenceRanges[0])?.text
    const coded = text === undefined ? undefined : drawCodedValue(random, text)
    if (coded) words.set(name, coded)
    else if (component.valueType === 'coded') words.set(name, { text: text ?? 'not detected', flag: 'N' })
    else numbers.set(name, roundValue(drawNumericValue(random, component, range), component, range))
  }
  deriveValues(numbers, person, (name, value) => roundValue(value, byName.get(name)!, ranges.get(name)))
  return components.map((component) => {
    const range = ranges.get(component.name)
    const coded = words.get(component.name)
    if (coded) return { component, range, value: coded.text, flag: coded.flag }
    const value = numbers.get(component.name)!
    return { component, range, value, flag: range ? flagOf(value, range) : undefined }
  })
}
