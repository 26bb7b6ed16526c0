import type { SentForm } from '../platform/forms/read-form.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pathAfterPatient } from './load-patient-form.server.ts'
import { savePatient } from './save-patient.server.ts'

/** Creates the patient of the form. */
export function createPatient(shop: Shop, url: URL, { texts }: Pick<SentForm, 'texts'>) {
  return savePatient({ shop, texts, patientId: null, returnPath: pathAfterPatient('createPatient', url) })
}
