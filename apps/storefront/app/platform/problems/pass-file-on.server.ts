import { ApiProblem } from '@shop/contract/main-api-client'
import { data } from 'react-router'

const PASSED_ON = ['Content-Type', 'Content-Disposition', 'Content-Length']

/** A file of the main API as an answer of the shop; what does not exist or is somebody else's is not found. */
export async function passFileOn(read: () => Promise<Response>): Promise<Response> {
  const file = await read().catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) throw data(null, { status: 404 })
    throw error
  })
  const headers = new Headers({ 'Cache-Control': 'private, no-store' })
  for (const name of PASSED_ON) {
    const value = file.headers.get(name)
    if (value) headers.set(name, value)
  }
  return new Response(file.body, { headers })
}
