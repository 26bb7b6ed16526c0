// The shop beside Vendure, a shop system of the trade: answers a second and p99 of the same five things, ten
// connections, in turns in one run on one PostgreSQL, both as one process in production mode with as many products.
// Needs the npm registry: Vendure is installed into a temporary folder, without install scripts. PEERS_FOLDER keeps
// it there for the next run. Argument: another build's server.js.
import { loadavg } from 'node:os'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { Pool } from 'pg'
import { additionHeaders, plainAnalysisIds } from './cart/stage-carts.ts'
import { type Answer, ask, type Call, CONNECTIONS, endLoad, inTurns, inWords, ROUNDS } from './load.ts'
import { orderBodies, registerBuyer, send, startProvider } from './orders/buyers.ts'
import { startVendure, VENDURE_VERSION } from './peers/start-vendure.ts'
import { type ServerProcess, startShop } from './shop-process.ts'

/** Each cart receives so many lines, one after the other; the first one creates it. */
const LINES = 10
const TERM = 'ferritin'
const SESSION_HEADER = 'vendure-auth-token'

/** What one of the ten connections asks for once. */
type Asking = (connection: number) => Promise<Pick<Answer, 'body'>>

const REFUSED = '... on ErrorResult{errorCode message}'
const FOUND =
  'totalItems items{productId productName slug description currencyCode priceWithTax{... on PriceRange{min max} ... on SinglePrice{value}}}'
const ORDER = `... on Order{id code state totalWithTax lines{id quantity linePriceWithTax productVariant{id name}}} ${REFUSED}`
const QUERIES = {
  list: `query($skip:Int){search(input:{take:100,skip:$skip,groupByProduct:true}){${FOUND}}}`,
  detail:
    '{product(id:1){id name slug description variants{id name sku priceWithTax currencyCode stockLevel}}}',
  search: `{search(input:{term:"${TERM}",take:100,groupByProduct:true}){${FOUND}}}`,
  add: `mutation($id:ID!){addItemToOrder(productVariantId:$id,quantity:1){${ORDER}}}`,
  // All further steps of a checkout in one request, which is the least that Vendure needs.
  place: `mutation($email:String!){
    setCustomerForOrder(input:{firstName:"Anna",lastName:"Kovaleva",emailAddress:$email}){${REFUSED}}
    setOrderShippingAddress(input:{streetLine1:"Main Street 1",city:"Warsaw",postalCode:"00-001",countryCode:"PL"}){${REFUSED}}
    setOrderShippingMethod(shippingMethodId:1){${REFUSED}}
    transitionOrderToState(state:"ArrangingPayment"){${REFUSED}}
    addPaymentToOrder(input:{method:"dummy",metadata:{}}){${ORDER}}
  }`,
}

function vendureCalls(root: string) {
  const query = async (text: string, variables: object = {}, session?: string) => {
    const headers: Record<string, string> = session ? { Authorization: `Bearer ${session}` } : {}
    const answer = await ask(`${root}/shop-api`, headers, { query: text, variables })
    if (/"(?:errors|errorCode)":/.test(String(answer.body))) throw new Error(String(answer.body))
    return answer
  }
  const carts = Array.from({ length: CONNECTIONS }, () => ({ added: 0, session: '' }))
  const firstLine = () => query(QUERIES.add, { id: 1 })
  return {
    list: () => query(QUERIES.list),
    // No more than 100 at once, by its default limit.
    listAll: async () => {
      const pages = [0, 100, 200, 300].map((skip) => query(QUERIES.list, { skip }))
      return { body: Buffer.concat((await Promise.all(pages)).map(({ body }) => body)) }
    },
    detail: () => query(QUERIES.detail),
    search: () => query(QUERIES.search),
    add: async (connection: number) => {
      const cart = carts[connection]!
      const line = cart.added++ % LINES
      const answer = await query(QUERIES.add, { id: line + 1 }, line === 0 ? undefined : cart.session)
      if (line === 0) cart.session = String(answer.headers[SESSION_HEADER])
      return answer
    },
    firstLine,
    place: async (connection: number) => {
      const session = String((await firstLine()).headers[SESSION_HEADER])
      const answer = await query(QUERIES.place, { email: `guest-${connection}@example.com` }, session)
      if (!answer.body.includes('"PaymentAuthorized"')) throw new Error(String(answer.body))
      return answer
    },
  }
}

async function shopCalls(shop: ServerProcess, pool: Pool) {
  const api = `${shop.root}/laboratory-api`
  const compressed = { 'accept-encoding': 'br' }
  const buyers = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) => registerBuyer(pool, shop.root, index)),
  )
  const bodies = await orderBodies(api, buyers[0]!)
  const analysisIds = await plainAnalysisIds(shop.root)
  const added = buyers.map(() => 0)
  return {
    list: () => ask(`${api}/labService?laboratoryId=1`, compressed),
    detail: () => ask(`${api}/labService/1?laboratoryId=1`, compressed),
    search: () => ask(`${api}/labService/search?laboratoryId=1&searchNameTerm=${TERM}`, compressed),
    add: (connection: number) => {
      const { token, patientId } = buyers[connection]!
      const number = added[connection]!++
      const headers = additionHeaders(token, `peers-${connection}-${Math.floor(number / LINES)}`)
      const body = { analysisId: analysisIds[number % LINES], patientIds: [patientId] }
      return ask(`${shop.root}/api/cart/add-to-cart`, headers, body)
    },
    place: async (connection: number) => {
      const answer = await send(api, buyers[connection]!, bodies)
      const body = Buffer.from(await answer.arrayBuffer())
      if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${body}`)
      return { body }
    },
  }
}

const postgres = await startPostgres()
await postgres.createDatabase('vendure')
const pool = new Pool({ connectionString: postgres.url(), max: 1 })
pool.on('error', () => {})
const provider = await startProvider()
const servers: ServerProcess[] = []
try {
  const port = String(await freePort())
  const shop = await startShop(postgres.url(), process.argv[2], { ...provider.settings, PORT: port })
  servers.push(shop)
  const own = await shopCalls(shop, pool)
  const products = JSON.parse(String((await own.list()).body))
  const vendure = await startVendure(postgres.url('vendure'), products)
  servers.push(vendure)
  const peer = vendureCalls(vendure.root)
  const compared: [name: string, shop: Asking, vendure: Asking][] = [
    ['100 listed, beside all 398', own.list, peer.list],
    ['all 398 listed', own.list, peer.listAll],
    ['detail', own.detail, peer.detail],
    [`search of ${TERM}`, own.search, peer.search],
    [`a line added, new cart every ${LINES}`, own.add, peer.add],
    ['its first line, beside an order', own.place, peer.firstLine],
    ['an order placed', own.place, peer.place],
  ]
  console.log(
    `Vendure ${VENDURE_VERSION}, ${CONNECTIONS} connections, ${ROUNDS} rounds; load ${loadavg()[0]?.toFixed(1)}`,
  )
  const bytes =
    (asking: Asking): Call =>
    async (connection) =>
      (await asking(connection)).body.length
  for (const [name, ours, theirs] of compared) {
    const [least, most] = await inTurns([
      { call: bytes(theirs), pid: vendure.pid },
      { call: bytes(ours), pid: shop.pid },
    ])
    console.log(`${name}: ${(most!.rate / least!.rate).toFixed(1)} times Vendure by rate`)
    console.log(`  Vendure  ${inWords(least!)}\n  the shop ${inWords(most!)}`)
  }
} finally {
  endLoad()
  provider.server.close()
  for (const { child } of servers) child.kill('SIGTERM')
  await pool.end()
  await postgres.stop()
}
