import { personalIdSchema } from '@shop/contract/fields'
import { ApiProblem } from '@shop/contract/main-api-client'

const PASSED_ON = ['Content-Type', 'Content-Disposition', 'Content-Length']

/** A file of the main API as an answer of the shop; what is not there or a stranger's is a 404. */
export async function passOn(id: string, read: (id: string) => Promise<Response>): Promise<Response> {
  if (!personalIdSchema.safeParse(id).success) return new Response(null, { status: 404 })
  try {
    const file = await read(id)
    const headers = new Headers({ 'Cache-Control': 'private, no-store' })
    for (const name of PASSED_ON) {
      const value = file.headers.get(name)
      if (value) headers.set(name, value)
    }
    return new Response(file.body, { headers })
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status === 401) throw error
    return new Response(null, { status: 404 })
  }
}
