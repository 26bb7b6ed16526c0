import type { Analysis } from '@shop/contract/catalogue-codec'
import { ageInYears } from '@shop/domain/age'
import type { CalculatedPatient } from '@shop/domain/calculate-patient'
import { visitKindOf } from '@shop/domain/laboratory'
import { collectsUrineBefore, mergePreparation } from '@shop/domain/preparation'
import { formatMoment } from '@shop/texts/formats.server'
import type { PreparationView } from '@shop/texts/preparation-items'
import { type OpenCart, rulesDate, visitStart } from './open-cart.server.ts'

/** One patient's preparation for all tests together; with the time once the visit is chosen. */
export function preparationOf(
  open: OpenCart,
  { lines, materials, patientId }: CalculatedPatient,
): PreparationView {
  const { shop, catalogue } = open
  const { dateOfBirth } = open.patients.find(({ id }) => id === patientId)!
  const merged = mergePreparation({
    analyses: lines
      .map(({ analysisId }) => catalogue.analysesById.get(analysisId))
      .filter((analysis): analysis is Analysis => analysis !== undefined)
      .map(({ preparation }) => preparation),
    visitStart: visitStart(open),
    ageYears: ageInYears(dateOfBirth, rulesDate(open)),
  })
  const optionalMaterials = materials.flatMap(({ isOptional, name }) => (isOptional ? name : []))
  return {
    fastingHours: merged.fastingHours,
    fastFrom: merged.fastFrom ? formatMoment(merged.fastFrom, shop) : null,
    fastingNote: merged.fastingNote ?? null,
    beforeFeed: merged.beforeFeed,
    notes: merged.notes,
    urineContainer:
      open.laboratory && collectsUrineBefore(visitKindOf(open.laboratory), optionalMaterials)
        ? 'choose'
        : null,
  }
}
