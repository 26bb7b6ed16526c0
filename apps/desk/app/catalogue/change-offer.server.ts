import { offerKindOf } from '@shop/contract/offers'
import type { OfferKind } from '@shop/domain/offer-kind'
import { formTexts } from '@shop/storefront/pages/form-texts.ts'
import { answerForm, doIntent, textsOf, typedPrice } from '../forms/run-form.server.ts'
import type { Desk } from '../session/desk-context.server.ts'

const PRICE_FIELD = 'price-'

/** A price for each analysis whose field is filled in. */
function pricesOf(form: FormData) {
  return [...form.entries()].flatMap(([name, value]) =>
    name.startsWith(PRICE_FIELD) && String(value).trim() !== ''
      ? [{ analysisId: Number(name.slice(PRICE_FIELD.length)), price: typedPrice(value) }]
      : [],
  )
}

/** The field that an invalid value of a request came from: only filled-in prices are sent. */
function fieldOf(path: string, prices: ReturnType<typeof pricesOf>): string {
  const [part = '', index] = path.split('.')
  const price = part === 'prices' && index ? prices[Number(index)] : undefined
  return price ? `${PRICE_FIELD}${price.analysisId}` : part
}

/**
 * Handles the forms about coming prices and about where something is offered. If one is refused, the answer has what
 * was typed and the names of the wrong fields. `id`: of the coming price that it is about.
 */
export async function changeOffer(desk: Desk, form: FormData, offer?: { kind: OfferKind; id: number }) {
  const { api } = desk
  const text = textsOf(form)
  const id = Number(form.get('id'))
  const version = Number(form.get('version'))
  const fromDay = text('fromDay')
  const place = Number(form.get('laboratoryId'))
  const kind = offer?.kind ?? offerKindOf(text('kind'))
  const prices = pricesOf(form)
  const switchTo = (isOffered: boolean) => () =>
    api.switchOffer(kind, offer?.id ?? Number(form.get('offerId')), place, { isOffered })
  const done = await doIntent(desk, form, {
    plan: () => api.planPrices({ priceListId: Number(form.get('priceListId')), fromDay, prices }),
    change: () => api.changeComingPrice(id, { fromDay, price: typedPrice(form.get('price')), version }),
    remove: () => api.removeComingPrice(id, { version }),
    stop: switchTo(false),
    resume: switchTo(true),
  })
  const { problem } = done
  return answerForm({
    ...done,
    id,
    typed: problem && formTexts(form),
    wrong: problem?.fields.map((path) => fieldOf(path, prices)) ?? [],
  })
}
