import type { CartAnswer } from '@shop/contract/cart'
import type { WireAnalysis } from '@shop/contract/catalogue'

/** The catalogue's own objects make most of an answer; each is written once per catalogue, not once per answer. */
const texts = new WeakMap<WireAnalysis, string>()

function textOf(analysis: WireAnalysis): string {
  let text = texts.get(analysis)
  if (text === undefined) {
    text = JSON.stringify(analysis)
    texts.set(analysis, text)
  }
  return text
}

/** As `JSON.stringify`, in a fraction of the time for a large cart. */
export function cartAnswerJson(answer: CartAnswer): string {
  if (!('cart' in answer)) return JSON.stringify(answer)
  const {
    cart: { analysisDtosByPatientId, ...cart },
    ...rest
  } = answer
  const lists = Object.entries(analysisDtosByPatientId).map(
    ([patientId, analyses]) => `${JSON.stringify(patientId)}:[${analyses.map(textOf).join()}]`,
  )
  const inner = `"analysisDtosByPatientId":{${lists.join()}},${JSON.stringify(cart).slice(1)}`
  return `{"cart":{${inner},${JSON.stringify(rest).slice(1)}`
}
