import { type Patient, patientFromWire } from '@shop/contract/patients'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** One of the account's patients. @throws Response 404 for a stranger's and for none */
export async function findPatient({ shop, patientId }: { shop: Shop; patientId: string }): Promise<Patient> {
  const found = (await shop.api.patients()).find(({ id }) => id === patientId)
  if (!found) throw new Response(null, { status: 404 })
  return patientFromWire(found)
}
