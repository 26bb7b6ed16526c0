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
  security?: Record<string, string[]>[]
  parameters?: { in: string; name: string; required?: boolean; schema: Schema; example?: unknown }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
/** Operations that end a session or an account come last. */
const ENDING = /\/logout$|\/users\/current$|\/sessions|\/users\/password$/

/**
 * Calls every operation of a description at another process, as a customer who is logged in, with the description's own
 * examples and the ids of existing things: none may be answered with 5xx.
 */
export async function tryOperations(input: {
  description: Description
  api: string
  /** A customer's token; `laboratoryToken` is the one of the laboratory's system. */
  token: string
  laboratoryToken: string
  ids: Record<string, string>
}): Promise<void> {
  const { description, api, token, laboratoryToken, ids } = input
  const resolve = ({ $ref, ...schema }: Schema): Schema =>
    $ref ? description.components.schemas[$ref.split('/').at(-1)!]! : schema
  /** Ids are given by path (`/orders/{id}`), since most parameters are called `id`. */
  const idOf = (path: string, name: string) => {
    const start = path.slice(0, path.indexOf('}') + 1)
    return start.endsWith(`{${name}}`) ? ids[start] : undefined
  }
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const rank = ({ path, method }: { path: string; method: string }) =>
    (method === 'get' ? 0 : method === 'delete' ? 2 : 1) + (ENDING.test(path) && method !== 'get' ? 3 : 0)
  operations.sort((one, other) => rank(one) - rank(other))
  const statuses = new Map<number, number>()
  const broken: string[] = []
  for (const { path, method, operation } of operations) {
    const given = (operation.parameters ?? []).map((parameter) => {
      const value = idOf(path, parameter.name) ?? ids[parameter.name] ?? resolve(parameter.schema).example
      return { ...parameter, value: String(parameter.example ?? value ?? UNKNOWN_ID) }
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
    const isLaboratorys = operation.security?.some(({ laboratorySystem }) => laboratorySystem)
    const answer = await fetch(`${api}${filled}?${query}`, {
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: {
        // Logging in with a session ends that session.
        ...(operation.security?.length
          ? { Authorization: `Bearer ${isLaboratorys ? laboratoryToken : token}` }
          : {}),
        ...(type ? { 'Content-Type': type } : {}),
      },
      ...(content ? { body: JSON.stringify(resolve(content.schema).example ?? {}) } : {}),
    })
    await answer.arrayBuffer()
    if (answer.status >= 500) broken.push(`${operation.operationId} ${answer.status}`)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }
  const counts = [...statuses]
    .sort()
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
  assert(broken.length === 0, `none of ${operations.length} operations fails, ${counts} ${broken}`)
}

export async function readDescription(api: string): Promise<Description> {
  return (await fetch(`${api}/openapi.json`)).json() as Promise<Description>
}
