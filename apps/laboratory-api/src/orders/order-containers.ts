import { bloodDraw } from '@shop/domain/blood-draw'
import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import type { ContainerSnapshot } from './tables.ts'

/** The containers for the samples of one person's analyses, according to this catalogue. */
export function filledContainers(
  { analyses, materials }: CatalogueSnapshot,
  analysisIds: readonly number[],
): ContainerSnapshot[] {
  const known = analysisIds.flatMap((id) => analyses.get(id) ?? [])
  return bloodDraw(known, materials).containers.map(
    ({ materialId: id, count, millilitres, analysisIds: shared }) => ({
      id,
      name: materials.get(id)!.name,
      count,
      millilitres,
      testCount: shared.length,
    }),
  )
}
