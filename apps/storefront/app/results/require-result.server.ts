import { personalIdSchema } from '@shop/contract/fields'
import { ApiProblem } from '@shop/contract/main-api-client'
import { data } from 'react-router'

/**
 * Reads a part of a result named by the ids of an address, which may be anything. What does not exist, or is
 * somebody else's, is a page not found.
 */
export async function requireResult<T>(
  ids: readonly (string | undefined)[],
  read: () => Promise<T>,
): Promise<T> {
  if (!ids.every((id) => personalIdSchema.safeParse(id).success)) throw data(null, { status: 404 })
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}
