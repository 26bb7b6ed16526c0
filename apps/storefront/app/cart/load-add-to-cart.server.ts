import type { DocumentSummary } from '@shop/contract/documents'
import { loadRegistrationDocuments } from '../documents/load-documents.server.ts'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import { ADDED_PATIENT } from '../platform/forms/form-draft.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import type { AddableView } from './addable.server.ts'
import { openCart } from './open-cart.server.ts'
import { type PatientChoice, patientChoices } from './patient-choices.server.ts'

export interface AddToCartView {
  addable: AddableView
  /** Null for a guest, who must log in or register first. */
  choices: PatientChoice[] | null
  /** For a guest's registration. */
  documents: DocumentSummary[]
  /** What was chosen before a session ended or a patient was added, as form fields. */
  kept: [string, string][] | null
  /** Patients have just been added for this choice. */
  isAdded: boolean
  /** Null for a guest. */
  formOwner: string | null
}

interface ReadAddToCartView {
  shop: Shop
  addable: AddableView
  url: URL
}

export async function loadAddToCart(input: ReadAddToCartView): Promise<AddToCartView> {
  const { shop, addable, url } = input
  if (!shop.token) {
    return {
      addable,
      choices: null,
      documents: await loadRegistrationDocuments(shop),
      kept: null,
      isAdded: false,
      formOwner: null,
    }
  }
  const open = await openCart(shop)
  const kept = fieldsOf((await keptForm(shop, url)) ?? {})
  const choices = await patientChoices(open, addable)
  const asked = url.searchParams.getAll(ADDED_PATIENT)
  const added = choices.flatMap(({ patientId }): [string, string][] =>
    asked.includes(patientId) ? [['patientIds', patientId]] : [],
  )
  return {
    addable,
    choices,
    documents: [],
    kept: [...kept, ...added].length > 0 ? [...kept, ...added] : null,
    isAdded: added.length > 0,
    formOwner: formOwnerOf(open.owner),
  }
}

/** The patients, stored as one comma-separated text, become several fields of the same name. */
function fieldsOf(kept: Record<string, string>): [string, string][] {
  return Object.entries(kept).flatMap(([name, value]) =>
    (name === 'patientIds' ? value.split(',') : [value]).map((each): [string, string] => [name, each]),
  )
}
