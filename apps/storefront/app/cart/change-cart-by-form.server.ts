import type { CartAnswer } from '@shop/contract/cart'
import { Problem } from '@shop/contract/problem'
import { type Cart, emptyCart } from '@shop/domain/cart'
import { pruneCart } from '@shop/domain/prune-cart'
import { withoutAnalysis, withoutPatient, withoutPatientAnalysis } from '@shop/domain/remove-from-cart'
import { redirect } from 'react-router'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import { refusalWords } from '../platform/problems/problem-messages.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { encodeCartAnswer } from './encode-cart.server.ts'
import { changeCart, type OpenCart } from './open-cart.server.ts'

// What the forms of the cart's page change, and the calls of the local API that remove the same.

/** Carries out the clicked button's action and shows the cart again; a removal can be undone there. */
export async function changeCartByForm(
  shop: Shop,
  { intent, texts }: Pick<SentForm, 'intent' | 'texts'>,
): Promise<Response> {
  const change = actOf(CHANGES, intent)
  try {
    await change(shop, texts)
  } catch (error) {
    if (!refusalWords(error)) throw error
    // Another tab has changed the cart in the meantime: the button's subject may be gone.
    return redirect(`${pathOf('cart')}?notice=${intent === 'undo' ? 'changed' : 'overtaken'}`)
  }
  const notice = NOTICES[intent] ?? 'removed'
  return redirect(`${pathOf('cart')}?notice=${notice}`)
}

type Change = (shop: Shop, texts: Record<string, string>) => Promise<unknown>

/** What the forms of the cart's page do, by `intent`. */
const CHANGES: Readonly<Record<string, Change>> = {
  removePatientAnalysis: (shop, { patientId = '', analysisId }) =>
    removePatientAnalysis({ shop, patientId, analysisId: Number(analysisId) }),
  removePatient: (shop, { patientId = '' }) => removePatient({ shop, patientId }),
  removeAnalysis: (shop, { analysisId }) => removeAnalysis({ shop, analysisId: Number(analysisId) }),
  decideMaterial: (shop, { patientId = '', materialId, decision }) =>
    decideMaterial({ shop, patientId, materialId: Number(materialId), isBought: decision === 'buy' }),
  resetCart: (shop) => resetCart({ shop }),
  undo: (shop) => undoRemoval({ shop }),
}

/** The notices of the cart's page for changes that remove nothing. */
const NOTICES: Readonly<Record<string, string>> = { undo: 'restored', decideMaterial: 'decided' }

/** Removes one analysis of one patient; if it is not there, nothing changes. */
export function removePatientAnalysis(input: {
  shop: Shop
  patientId: string
  analysisId: number
}): Promise<CartAnswer> {
  const { shop, patientId, analysisId } = input
  return removeAndAnswer(shop, (cart, { catalogue: { assortment } }) =>
    withoutPatientAnalysis({ cart, patientId, analysisId, assortment }),
  )
}

/** Removes one analysis for every patient. */
export function removeAnalysis(input: { shop: Shop; analysisId: number }): Promise<CartAnswer> {
  const { shop, analysisId } = input
  return removeAndAnswer(shop, (cart, { catalogue: { assortment } }) =>
    withoutAnalysis({ cart, analysisId, assortment }),
  )
}

/** Removes everything of one patient. */
export function removePatient({ shop, patientId }: { shop: Shop; patientId: string }): Promise<CartAnswer> {
  return removeAndAnswer(shop, (cart, { catalogue: { assortment } }) =>
    withoutPatient({ cart, patientId, assortment }),
  )
}

/** Empties the cart; the order draft (address, visit) stays. */
export function resetCart({ shop }: { shop: Shop }): Promise<CartAnswer> {
  return removeAndAnswer(shop, () => emptyCart)
}

/**
 * Undoes the last removal if nothing has changed the cart since.
 * @throws Problem `stale_write` if something has
 */
export async function undoRemoval({ shop }: { shop: Shop }): Promise<CartAnswer> {
  const { open } = await changeCart(shop, (open) => {
    const { previous } = open.records.cart.body
    if (!previous) throw new Problem('stale_write')
    return { cart: previous, result: undefined }
  })
  return encodeCartAnswer(open)
}

/** Removes something from the cart, with one undo, and answers like every cart call. */
async function removeAndAnswer(
  shop: Shop,
  remove: (cart: Cart, open: OpenCart) => Cart,
): Promise<CartAnswer> {
  const { open } = await changeCart(shop, (open) => ({
    cart: remove(open.records.cart.body.cart, open),
    undoable: true,
    result: undefined,
  }))
  return encodeCartAnswer(open)
}

/**
 * Decides, or changes the decision, whether a patient in the cart buys or brings an optional material.
 * @throws Problem `unknown_patient`, `unknown_material`
 */
async function decideMaterial(input: {
  shop: Shop
  patientId: string
  materialId: number
  isBought: boolean
}): Promise<CartAnswer> {
  const { patientId, materialId, isBought } = input
  const { open } = await changeCart(input.shop, ({ records, catalogue }) => {
    const { cart } = records.cart.body
    if (!cart.analysisIdsByPatientId[patientId]) throw new Problem('unknown_patient')
    if (!catalogue.assortment.materials.get(materialId)?.isOptional) throw new Problem('unknown_material')
    const ofPatient = { ...cart.materialDecisions[patientId], [materialId]: isBought }
    const materialDecisions = { ...cart.materialDecisions, [patientId]: ofPatient }
    return {
      cart: pruneCart({ ...cart, materialDecisions }, catalogue.assortment),
      result: undefined,
    }
  })
  return encodeCartAnswer(open)
}
