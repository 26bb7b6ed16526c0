import { Problem } from '@shop/contract/problem'
import { pruneCart } from '@shop/domain/prune-cart'
import { redirect } from 'react-router'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import { refusalWords } from '../platform/problems/problem-messages.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { changeCart } from './open-cart.server.ts'
import {
  removeAnalysis,
  removePatient,
  removePatientAnalysis,
  resetCart,
  undoRemoval,
} from './remove-from-cart.server.ts'

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

/**
 * Decides, or changes the decision, whether a patient in the cart buys or brings an optional material.
 * @throws Problem `unknown_patient`, `unknown_material`
 */
async function decideMaterial(input: {
  shop: Shop
  patientId: string
  materialId: number
  isBought: boolean
}): Promise<void> {
  const { patientId, materialId, isBought } = input
  await changeCart(input.shop, ({ records, catalogue }) => {
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
}
