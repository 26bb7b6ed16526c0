import type { CartAnswer } from '@shop/contract/cart'
import type { WireAnalysis } from '@shop/contract/catalogue'

/** The catalogue's own objects make most of an answer; each is written once per catalogue, not once per answer. */
const texts = new WeakMap<WireAnalysis, Buffer>()

function textOf(analysis: WireAnalysis): Buffer {
  let text = texts.get(analysis)
  if (text === undefined) {
    text = Buffer.from(JSON.stringify(analysis))
    texts.set(analysis, text)
  }
  return text
}

const COMMA = Buffer.from(',')

/** As `JSON.stringify`, but bytes, and in a fraction of the time for a large cart: no string of its length is ever made. */
export function cartAnswerJson(answer: CartAnswer): Uint8Array<ArrayBuffer> {
  if (!('cart' in answer)) return Buffer.from(JSON.stringify(answer))
  const {
    cart: { analysisDtosByPatientId, ...cart },
    ...rest
  } = answer
  const parts: Buffer[] = []
  let between = '{"cart":{"analysisDtosByPatientId":{'
  for (const [patientId, analyses] of Object.entries(analysisDtosByPatientId)) {
    parts.push(Buffer.from(`${between}${JSON.stringify(patientId)}:[`))
    analyses.forEach((analysis, index) => {
      if (index > 0) parts.push(COMMA)
      parts.push(textOf(analysis))
    })
    between = '],'
  }
  const end = parts.length > 0 ? ']},' : `${between}},`
  parts.push(Buffer.from(`${end}${JSON.stringify(cart).slice(1)},${JSON.stringify(rest).slice(1)}`))
  return Buffer.concat(parts)
}
