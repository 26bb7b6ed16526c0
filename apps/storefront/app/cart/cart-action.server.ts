import type { CartAnswer } from '@shop/contract/cart'
import { Problem, type ProblemCode } from '@shop/contract/problem'
import { pruneCart } from '@shop/domain/prune-cart'
import { data, redirect } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { changeCart } from './change-cart.server.ts'
import { encodeCartAnswer } from './encode-cart.server.ts'
import {
  removeAnalysis,
  removePatient,
  removePatientAnalysis,
  resetCart,
  undoRemoval,
} from './remove-from-cart.server.ts'

/**
 * Decides, or decides anew, whether a patient of the cart buys an optional material or brings it.
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

type Change = (shop: Shop, form: FormData) => Promise<unknown>

const text = (form: FormData, name: string) => String(form.get(name) ?? '')

/** What the forms of the cart's page do, by their `intent`. */
const CHANGES: Readonly<Record<string, Change>> = {
  removePatientAnalysis: (shop, form) =>
    removePatientAnalysis({
      shop,
      patientId: text(form, 'patientId'),
      analysisId: Number(text(form, 'analysisId')),
    }),
  removePatient: (shop, form) => removePatient({ shop, patientId: text(form, 'patientId') }),
  removeAnalysis: (shop, form) => removeAnalysis({ shop, analysisId: Number(text(form, 'analysisId')) }),
  decideMaterial: (shop, form) =>
    decideMaterial({
      shop,
      patientId: text(form, 'patientId'),
      materialId: Number(text(form, 'materialId')),
      isBought: text(form, 'decision') === 'buy',
    }),
  resetCart: (shop) => resetCart({ shop }),
  undo: (shop) => undoRemoval({ shop }),
}

/** What the cart's page says afterwards, where it is not that something was removed. */
const NOTICES: Readonly<Record<string, string>> = { undo: 'restored', decideMaterial: 'decided' }

/** Another tab has changed the cart meanwhile: what the button was about may be gone. */
const OVERTAKEN = new Set<ProblemCode>(['stale_write', 'unknown_patient', 'unknown_material'])

/** Does what the pressed button says and shows the cart again, with a way to take a removal back. */
export async function changeCartByForm(shop: Shop, form: FormData): Promise<Response> {
  const intent = text(form, 'intent')
  const change = Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined
  if (!change) throw data(null, { status: 400 })
  try {
    await change(shop, form)
  } catch (error) {
    if (error instanceof Problem && OVERTAKEN.has(error.code))
      return redirect(`${pathOf('cart')}?notice=changed`)
    throw error
  }
  const notice = NOTICES[intent] ?? 'removed'
  return redirect(`${pathOf('cart')}?notice=${notice}`)
}
