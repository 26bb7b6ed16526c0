import { data } from 'react-router'
import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { forViewerWithForm } from '../../platform/session/for-viewer-with-form.server.ts'
import { type Shop, shopContext } from '../../platform/session/shop-context.server.ts'
import { addByForm } from '../add-by-form.server.ts'
import { ADD_PATIENT, addPatientFirst } from '../add-patient-first.server.ts'
import { AddToCartPage } from '../add-to-cart-page.tsx'
import { readAddToCartView } from '../add-to-cart-view.server.ts'
import { findAddable } from '../addable.server.ts'
import { GuestPage } from '../guest-page.tsx'
import type { Route } from './+types/add-to-cart'

async function requireAddable(shop: Shop, params: Route.LoaderArgs['params']) {
  const addable = await findAddable(shop, params)
  if (!addable) throw data(null, { status: 404 })
  return addable
}

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const addable = await requireAddable(shop, params)
  if (!shop.token) return readAddToCartView({ shop, addable, request })
  return forViewer(shop, request, () => readAddToCartView({ shop, addable, request }))
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  if (form.get('intent') === ADD_PATIENT) {
    return forViewer(shop, request, () => addPatientFirst(shop, request, form))
  }
  const work = async () => addByForm({ shop, addable: await requireAddable(shop, params), form })
  return forViewerWithForm({ shop, request, form, work })
}

export default function AddToCart({ loaderData, actionData }: Route.ComponentProps) {
  const { addable, choices, documents } = loaderData
  if (!choices) return <GuestPage addable={addable} documents={documents} />
  return <AddToCartPage view={{ ...loaderData, choices }} outcome={actionData} />
}
