import { type Buyer, startOrderLoad } from './order-load.ts'
import { assert, until } from './tools.ts'

async function bytesOf(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await fetch(url, { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert(answer.status === 200 && bytes.length > 0, `${new URL(url).pathname}: 200, ${bytes.length} bytes`)
  return bytes
}

export interface Ordered {
  id: string
  buyer: Buyer
}

/** Loads what is served from files that a release must contain: a page, each kind of browser file, the API's viewer. */
async function readFiles(url: string): Promise<void> {
  const page = String(await bytesOf(url))
  const assets = [...new Set([...page.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path))]
  assert(assets.length > 0, `the page names ${assets.length} files`)
  for (const path of assets) {
    const { status } = await fetch(`${url}${path}`)
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
  for (const path of ['', '/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png'])
    await bytesOf(`${url}/laboratory-api/docs${path}`)
}

/** The order's receipt, as its buyer gets it from the storefront. */
export async function readReceipt(url: string, { id, buyer }: Ordered): Promise<void> {
  const headers = { Cookie: `authToken=${encodeURIComponent(`Bearer ${buyer.token}`)}` }
  const pdf = await bytesOf(`${url}/orders/${id}/receipt.pdf`, headers)
  const text = pdf.toString('latin1')
  assert(text.startsWith('%PDF-1.7'), 'the receipt is a PDF')
  assert(/GolosText/.test(text), "the receipt uses the shop's typeface")
}

/** Uses every part of the release at `url`: an account, an order, its payment and mail, a receipt. */
export async function tryRelease(url: string): Promise<Ordered> {
  await until('the shop is ready', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
  await readFiles(url)
  const load = await startOrderLoad(url, 1)
  await until('three orders', () => load.acknowledged.length >= 3)
  await load.stop()
  assert(load.paid.length > 0, `${load.acknowledged.length} orders, ${load.paid.length} paid`)
  const ordered = { id: load.paid[0]!.id, buyer: load.people[0]! }
  await readReceipt(url, ordered)
  return ordered
}
