import { ApiProblem } from '@shop/contract/main-api-client'
import { data } from 'react-router'

const CATALOGUE_ID = /^[1-9]\d{0,9}$/

/** The analysis or profile that a page's address names by its id. Throws 404 for an unknown one. */
export async function findEntry<Entry>(id: string, read: (id: number) => Promise<Entry>): Promise<Entry> {
  if (!CATALOGUE_ID.test(id)) throw data(null, { status: 404 })
  return read(Number(id)).catch((error: unknown) => {
    throw error instanceof ApiProblem && error.status === 404 ? data(null, { status: 404 }) : error
  })
}
