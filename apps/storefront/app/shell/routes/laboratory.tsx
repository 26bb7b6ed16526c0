import { data, redirect } from 'react-router'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { chooseLaboratory, laboratoryQuestion, offeredLaboratories } from '../choose-laboratory.server.ts'
import { LaboratoryPage } from '../laboratory-page.tsx'
import type { Route } from './+types/laboratory'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const question = laboratoryQuestion(new URL(request.url).searchParams)
  return {
    question,
    laboratories: await offeredLaboratories(shop, question),
    current: shop.activeLaboratoryId,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const question = laboratoryQuestion(new URL(request.url).searchParams)
  const choice = (form.get('quick') ?? form.get('laboratoryId'))?.toString() ?? ''
  const answer = await chooseLaboratory({ shop: context.get(shopContext), question, choice })
  if ('path' in answer) return redirect(answer.path)
  return data({ refusal: answer.refusal }, { status: 422 })
}

export default function Laboratory({ loaderData, actionData }: Route.ComponentProps) {
  return <LaboratoryPage {...loaderData} {...actionData} />
}
