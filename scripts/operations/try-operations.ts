import { assert } from './tools.ts'

interface Schema {
  $ref?: string
  example?: unknown
  properties?: Record<string, Schema>
}

interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  operationId: string
  parameters?: { in: string; name: string; required?: boolean; schema: Schema; example?: unknown }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const NOBODY = '00000000-0000-4000-8000-000000000000'
/** What ends a session or an account comes last. */
const ENDING = /logout|session|users\/current|password|email/i

/**
 * Calls every operation of a description at another process, as a person who is logged in, with the description's own examples and
 * the ids of things that are there: none may be answered with 5xx. Answers how many were answered with 2xx.
 */
export async function tryOperations(input: {
  description: Description
  api: string
  token: string
  ids: Record<string, string>
}): Promise<void> {
  const { description, api, token, ids } = input
  const resolve = ({ $ref, ...schema }: Schema): Schema =>
    $ref ? description.components.schemas[$ref.split('/').at(-1)!]! : schema
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const rank = ({ path, method }: { path: string; method: string }) =>
    (method === 'get' ? 0 : method === 'delete' ? 2 : 1) + (ENDING.test(path) && method !== 'get' ? 3 : 0)
  operations.sort((one, other) => rank(one) - rank(other))
  const counts = { done: 0, refused: 0 }
  const broken: string[] = []
  for (const { path, method, operation } of operations) {
    const given = (operation.parameters ?? []).map((parameter) => {
      const value =
        ids[`${path} ${parameter.name}`] ?? ids[parameter.name] ?? resolve(parameter.schema).example
      return { ...parameter, value: String(parameter.example ?? value ?? NOBODY) }
    })
    const filled = given
      .filter((parameter) => parameter.in === 'path')
      .reduce((rest, { name, value }) => rest.replace(`{${name}}`, encodeURIComponent(value)), path)
    const query = new URLSearchParams(
      given
        .filter((parameter) => parameter.in === 'query' && parameter.required)
        .map(({ name, value }) => [name, value]),
    )
    const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
    const answer = await fetch(`${api}${filled}?${query}`, {
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: { Authorization: `Bearer ${token}`, ...(type ? { 'Content-Type': type } : {}) },
      ...(content ? { body: JSON.stringify(resolve(content.schema).example ?? {}) } : {}),
    })
    await answer.arrayBuffer()
    if (answer.status >= 500) broken.push(`${operation.operationId} ${answer.status}`)
    else if (answer.status < 400) counts.done += 1
    else counts.refused += 1
  }
  assert(
    broken.length === 0,
    `${operations.length} operations, ${counts.done} done, ${counts.refused} refused, none failed ${broken}`,
  )
}

export async function readDescription(api: string): Promise<Description> {
  return (await fetch(`${api}/openapi.json`)).json() as Promise<Description>
}
