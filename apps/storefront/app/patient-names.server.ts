import { patientFromWire } from '@shop/contract/patients'
import type { Shop } from './shop-context.server.ts'

const REMEMBERED = 20_000
const TRUSTED_MS = 60_000

interface Remembered {
  name: string
  at: number
}

const remembered = new Map<string, Remembered>()

/**
 * First names of patients, by id, for marks like "in your cart for Anna". Remembered for a minute, so that a page
 * asks the main API once and not each time; a patient that is gone has none.
 */
export async function patientNames(shop: Shop, ids: readonly string[]): Promise<Map<string, string>> {
  const now = shop.now().getTime()
  const fresh = (id: string) => now - (remembered.get(id)?.at ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS
  if (!ids.every(fresh)) {
    for (const wire of await shop.api.patients()) {
      const { id, firstName } = patientFromWire(wire)
      remember(id, { name: firstName, at: now })
    }
    for (const id of ids) if (!fresh(id)) remember(id, { name: '', at: now })
  }
  return new Map(ids.flatMap((id) => (remembered.get(id)?.name ? [[id, remembered.get(id)!.name]] : [])))
}

function remember(id: string, entry: Remembered): void {
  remembered.delete(id)
  remembered.set(id, entry)
  if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value!)
}
