import { todayIn } from '@shop/domain/age'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'

/** What a patient's form needs besides the patient. */
export async function readPatientForm(shop: Shop, request: Request) {
  return {
    /** `YYYY-MM-DD` in the laboratory's zone: nobody is born later. */
    today: todayIn(shop.businessTimeZone, shop.now()),
    formOwner: formOwnerOf(await viewerId(shop)),
    /** What had been typed when the session ended. */
    kept: await keptForm(shop, request),
  }
}
export type PatientFormData = Awaited<ReturnType<typeof readPatientForm>>
