import { type OfferKind, offerKindOf } from '@shop/contract/offers'
import { answerForm, doIntent, textsOf, typedPrice } from '../session/answered.server.ts'
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

/** Handles the forms about coming prices and about where something is offered. */
export async function changeOffer(desk: Desk, form: FormData, offer?: { kind: OfferKind; id: number }) {
  const { api } = desk
  const text = textsOf(form)
  const id = Number(form.get('id'))
  const version = Number(form.get('version'))
  const fromDay = text('fromDay')
  const place = Number(form.get('laboratoryId'))
  const kind = offer?.kind ?? offerKindOf(text('kind'))
  const switchTo = (isOffered: boolean) => () =>
    api.switchOffer(kind, offer?.id ?? Number(form.get('offerId')), place, { isOffered })
  const done = await doIntent(desk, form, {
    plan: () =>
      api.planPrices({ priceListId: Number(form.get('priceListId')), fromDay, prices: pricesOf(form) }),
    change: () => api.changeComingPrice(id, { fromDay, price: typedPrice(form.get('price')), version }),
    remove: () => api.removeComingPrice(id, { version }),
    stop: switchTo(false),
    resume: switchTo(true),
  })
  return answerForm(done)
}
