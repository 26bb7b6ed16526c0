import { LOINC } from '@shop/contract/fhir'
import type { CatalogueAnalysis, CatalogueComponent } from '../catalogue/catalogue-snapshot.ts'
import type { NamedMeasure } from '../results/reported.ts'
import type { CodeableConcept } from './element-schemas.ts'
import { isAnalysisSystem, isComponentSystem } from './systems.ts'

/** The code of a component, `1001-3`: the code of the analysis, and the component's position from 1. */
export function componentCode(analysisCode: string, index: number): string {
  return `${analysisCode}-${index + 1}`
}

/** Whether a code names the analysis of an order's line, by LOINC or by the shop's code. */
export function namesAnalysis(
  concept: CodeableConcept,
  line: { code: string | null; loinc: string | null },
): boolean {
  return (concept.coding ?? []).some(
    ({ system, code }) =>
      code !== undefined &&
      ((system === LOINC && code === line.loinc) || (isAnalysisSystem(system) && code === line.code)),
  )
}

/** The component that a code names; null when the analysis has no such component. */
export function matchComponent(
  concept: CodeableConcept,
  analysis: CatalogueAnalysis,
): CatalogueComponent | null {
  const { components, code: analysisCode, loinc } = analysis
  for (const { system, code } of concept.coding ?? []) {
    if (code === undefined) continue
    const found = components.find(
      (component, index) =>
        (isComponentSystem(system) && code === componentCode(analysisCode, index)) ||
        (system === LOINC && code === component.loinc),
    )
    if (found) return found
  }
  const isAlone = components.length === 1 && namesAnalysis(concept, { code: analysisCode, loinc })
  return isAlone ? components[0]! : null
}

/** What a code means, by today's catalogue and as an earlier edition may have stored it. */
export function namedMeasure(concept: CodeableConcept, analysis: CatalogueAnalysis): NamedMeasure {
  const { components, code: analysisCode, loinc } = analysis
  const component = matchComponent(concept, analysis)
  const prefix = `${analysisCode}-`
  const coding = concept.coding ?? []
  const isAlone = components.length === 1 && namesAnalysis(concept, { code: analysisCode, loinc })
  return {
    measure: component && measureOf(component, analysisCode),
    name: component?.name.en ?? null,
    loincs: coding.flatMap(({ system, code }) => (system === LOINC && code !== undefined ? code : [])),
    positions: [
      ...(isAlone ? [0] : []),
      ...coding.flatMap(({ system, code }) =>
        isComponentSystem(system) && code?.startsWith(prefix) ? Number(code.slice(prefix.length)) - 1 : [],
      ),
    ],
  }
}

/** Names what is measured, the same over the years: the LOINC code, else the analysis and the component's name. */
export function measureOf({ loinc, name }: CatalogueComponent, analysisCode: string): string {
  return loinc ?? `${analysisCode}:${name.en}`
}
