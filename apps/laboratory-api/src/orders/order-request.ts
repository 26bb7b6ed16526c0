import { createHash } from 'node:crypto'
import type { CreateOrder } from '@shop/contract/orders'
import { Problem } from '@shop/contract/problem'
import type { Cart } from '@shop/domain/cart'

/** The choices of an order as a cart, so that the same calculation prices both. @throws Problem invalid_fields */
export function cartOf({ patients }: CreateOrder): Cart {
  const seen = new Set<string>()
  for (const [index, { patientId }] of patients.entries()) {
    if (seen.has(patientId)) throw invalidField(`patients.${index}.patientId`, 'named twice')
    seen.add(patientId)
  }
  return {
    analysisIdsByPatientId: Object.fromEntries(
      patients.map(({ patientId, analysisIds }) => [
        patientId,
        [...new Set(analysisIds)].sort((left, right) => left - right),
      ]),
    ),
    materialDecisions: Object.fromEntries(
      patients.map(({ patientId, optionalMaterials }) => [patientId, optionalMaterials]),
    ),
    pregnantPatientIds: patients.filter(({ pregnant }) => pregnant).map(({ patientId }) => patientId),
  }
}

/** SHA-256 of the parsed request, hex. Parsing has put the members into a fixed order and filled in the defaults. */
export function hashRequest(request: CreateOrder): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex')
}

export function invalidField(path: string, message: string): Problem {
  return new Problem('invalid_fields', { errors: [{ path, message }] })
}
