// The shop beside Vendure, a shop system of the trade: answers a second and p99 of the same five things, ten
// connections, in turns in one run on one PostgreSQL, both as one process in production mode with as many products.
// Needs the npm registry: Vendure is installed into a temporary folder, without install scripts. PEERS_FOLDER keeps
// it there for the next run. Argument: another build's server.js.
import { Agent, type IncomingMessage, request } from 'node:http'
import { loadavg } from 'node:os'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { Pool } from 'pg'
import { additionHeaders, plainAnalysisIds } from './cart/stage-carts.ts'
import { orderBodies, registerBuyer, send, startProvider } from './orders/buyers.ts'
import { startVendure, VENDURE_VERSION } from './peers/start-vendure.ts'
import { median, percentile, type ServerProcess, startShop } from './shop-process.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 3)
const CONNECTIONS = 10
/** Each cart receives so many lines, one after the other; the first one creates it. */
const LINES = 10
const TERM = 'ferritin'
const SESSION_HEADER = 'vendure-auth-token'

interface Answer {
  body: Buffer
  headers: IncomingMessage['headers']
}

/** What one of the ten connections asks for once. */
type Call = (connection: number) => Promise<Pick<Answer, 'body'>>

interface Subject {
  name: string
  shop: Call
  vendure: Call
}

interface Figures {
  rates: number[]
  p99: number[]
  bytes: number
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

function ask(url: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const content = body && JSON.stringify(body)
  const length = content && { 'Content-Length': String(Buffer.byteLength(content)) }
  const options = { agent, method: body ? 'POST' : 'GET', headers: { ...headers, ...length } }
  const sent = request(url, options, (answer) => {
    const parts: Buffer[] = []
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('end', () => {
      const body = Buffer.concat(parts)
      if (answer.statusCode === 200) resolve({ body, headers: answer.headers })
      else reject(new Error(`${url} answered ${answer.statusCode}: ${body}`))
    })
  })
  sent.on('error', reject)
  sent.end(content)
  return promise
}

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
    const headers = {
      'Content-Type': 'application/json',
      ...(session && { Authorization: `Bearer ${session}` }),
    }
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

async function load(call: Call, figures: Figures): Promise<void> {
  const times: number[] = []
  const started = performance.now()
  const connection = async (index: number) => {
    while (performance.now() < started + SECONDS * 1_000) {
      const sent = performance.now()
      figures.bytes = (await call(index)).body.length
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => connection(index)))
  figures.rates.push((times.length / (performance.now() - started)) * 1_000)
  figures.p99.push(percentile(times, 0.99))
}

async function measure({ name, ...calls }: Subject): Promise<void> {
  const all = [calls.vendure, calls.shop].map((call) => ({ call, rates: [], p99: [], bytes: 0 }))
  // The first round is a warm-up and does not count.
  for (const each of all) await load(each.call, { ...each, rates: [], p99: [] })
  for (let round = 0; round < ROUNDS; round++) for (const each of all) await load(each.call, each)
  const words = all.map(({ rates, p99, bytes }) => {
    const rate = median(rates).toFixed(0).padStart(5)
    return `${rate}/s (p99 ${median(p99).toFixed(1)} ms, ${(bytes / 1_000).toFixed(1)} kB)`.padEnd(36)
  })
  const [vendure, shop] = all.map(({ rates }) => median(rates))
  console.log(
    `${name.padEnd(34)} Vendure ${words[0]} shop ${words[1]} ${(shop! / vendure!).toFixed(1)} times`,
  )
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
  const subjects: Subject[] = [
    { name: '100 listed, beside all 398', shop: own.list, vendure: peer.list },
    { name: 'all 398 listed', shop: own.list, vendure: peer.listAll },
    { name: 'detail', shop: own.detail, vendure: peer.detail },
    { name: `search of ${TERM}`, shop: own.search, vendure: peer.search },
    { name: `a line added, new cart every ${LINES}`, shop: own.add, vendure: peer.add },
    { name: 'its first line, beside an order', shop: own.place, vendure: peer.firstLine },
    { name: 'an order placed', shop: own.place, vendure: peer.place },
  ]
  console.log(
    `Vendure ${VENDURE_VERSION}, ${CONNECTIONS} connections, ${ROUNDS} rounds; load ${loadavg()[0]?.toFixed(1)}`,
  )
  for (const subject of subjects) await measure(subject)
} finally {
  agent.destroy()
  provider.server.close()
  for (const { child } of servers) child.kill('SIGTERM')
  await pool.end()
  await postgres.stop()
}
