import type { DocumentSummary } from '@shop/contract/documents'
import { registrationDocuments } from '../../registration-documents.server.ts'
import type { Shop } from '../../shop-context.server.ts'
import { openCart } from '../../storage/open-cart.server.ts'
import type { AddableView } from './addable.server.ts'
import { type PatientChoice, patientChoices } from './patient-choices.server.ts'

export interface AddToCartView {
  addable: AddableView
  /** null: a guest, who logs in or registers first. */
  choices: PatientChoice[] | null
  /** For a guest's registration. */
  documents: DocumentSummary[]
}

export async function readAddToCartView(shop: Shop, addable: AddableView): Promise<AddToCartView> {
  if (!shop.token) return { addable, choices: null, documents: await registrationDocuments(shop) }
  return { addable, choices: patientChoices(await openCart(shop), addable), documents: [] }
}
