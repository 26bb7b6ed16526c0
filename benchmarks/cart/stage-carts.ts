import { createHash } from 'node:crypto'
import { createMainApiClient } from '@shop/contract/main-api-client'
import { patientToWire } from '@shop/contract/patients'
import type { Pool } from 'pg'
import { registerAccount } from '../shop-process.ts'

const LABORATORY_ID = '1'
const CARTS = '/storage/synlab/carts'

/** One shopper about to add the last line to a cart of `lines` lines. */
export interface StagedAddition {
  lines: number
  shopper: number
  token: string
  tokenHash: string
  userId: string
  patientId: string
  /** The analysis to add. */
  analysisId: number
  /** The stored document without and with the last line. */
  bodyBefore: unknown
  body: unknown
  /** Length of the shop's reply. */
  answerBytes: number
}

/** The ids of an addition's carts are this prefix and a number from 0. */
export function cartIdPrefix({ shopper, lines }: StagedAddition): string {
  return `benchmark-${lines}-${shopper}-`
}

export function additionHeaders(token: string, cartStorageId: string): Record<string, string> {
  return {
    // The replies of the bare statements are not compressed either.
    'Accept-Encoding': 'identity',
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'X-Cart-Storage-Id': cartStorageId,
    'X-Laboratory-Id': LABORATORY_ID,
  }
}

/** Shoppers with one patient each, and one cart per shopper and size, filled and read back through the shop. */
export async function stageAdditions(input: {
  root: string
  pool: Pool
  shoppers: number
  sizes: readonly number[]
}): Promise<StagedAddition[]> {
  const analysisIds = await plainAnalysisIds(input.root)
  const additions: StagedAddition[] = []
  for (let shopper = 0; shopper < input.shoppers; shopper++) {
    const account = await registerAccount(input.root, `shopper-${shopper}@example.com`)
    const names = { firstName: 'Anna', lastName: 'Kovaleva' }
    const { id: patientId } = await account.api.createPatient(
      patientToWire({ ...names, gender: 'FEMALE', dateOfBirth: '1992-03-05' }),
    )
    for (const lines of input.sizes) {
      const wanted = analysisIds.slice(0, lines)
      const { token, userId } = account
      additions.push({
        ...(await fillCart({ ...input, lines, shopper, token, patientId, analysisIds: wanted })),
        ...{ lines, shopper, token, userId, patientId, analysisId: wanted.at(-1)! },
        tokenHash: createHash('sha256').update(token).digest('base64url'),
      })
    }
  }
  return additions
}

/** Analyses without requirements: no rule, no optional material. */
export async function plainAnalysisIds(root: string): Promise<number[]> {
  const api = createMainApiClient({ root: `${root}/laboratory-api`, fetch })
  const analyses = await api.analyses({ laboratoryId: LABORATORY_ID })
  return analyses
    .filter(({ rules, materials }) => rules.length === 0 && materials.every(({ isOptional }) => !isOptional))
    .map(({ id }) => id)
}

async function fillCart(input: {
  root: string
  pool: Pool
  lines: number
  shopper: number
  token: string
  patientId: string
  analysisIds: readonly number[]
}) {
  const { root, pool, token, patientId, analysisIds } = input
  const cartStorageId = `template-${input.lines}-${input.shopper}`
  const read = async () => {
    const key = `${CARTS}/${cartStorageId}`
    const { rows } = await pool.query('select body from shop.documents where key = $1', [key])
    return rows[0]?.body
  }
  const call = async (path: string, body: unknown) => {
    const headers = additionHeaders(token, cartStorageId)
    const response = await fetch(`${root}/api/cart/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.arrayBuffer()
  }
  const add = (analysisId: number) => call('add-to-cart', { analysisId, patientIds: [patientId] })
  // An emptied cart is a document too, so the smallest addition is an update like the others.
  await add(analysisIds[0]!)
  await call('reset-cart', {})
  for (const analysisId of analysisIds.slice(0, -1)) await add(analysisId)
  const bodyBefore = await read()
  const answer = await add(analysisIds.at(-1)!)
  return { bodyBefore, body: await read(), answerBytes: answer.byteLength }
}

/** Stores `count` copies of each addition's cart, without its last line, in a table that contains nothing else. */
export async function stageCarts(pool: Pool, additions: readonly StagedAddition[], count: number) {
  await pool.query('truncate shop.documents')
  for (const addition of additions) {
    await pool.query(
      `insert into shop.documents (key, collection, owner, version, body, created_at, updated_at)
       select $1::text || number, $2, $3, 1, $4, now(), now() from generate_series(0, $5::int - 1) as number`,
      [`${CARTS}/${cartIdPrefix(addition)}`, CARTS, addition.userId, addition.bodyBefore, count],
    )
  }
  await pool.query('analyze shop.documents')
}
