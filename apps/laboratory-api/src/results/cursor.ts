import { Problem } from '@shop/contract/problem'
import type { Cursor } from './test-result-queries.ts'

const FORM = /^(\d{1,16})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Where a page of results ended, for the next one. */
export function writeCursor({ sampledAt, id }: Cursor): string {
  return Buffer.from(`${sampledAt.getTime()}~${id}`).toString('base64url')
}

/** @throws Problem invalid_fields */
export function parseCursor(cursor: string): Cursor {
  const [, time, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!id) throw new Problem('invalid_fields', { errors: [{ path: 'cursor', message: 'not a cursor' }] })
  return { sampledAt: new Date(Number(time)), id }
}
