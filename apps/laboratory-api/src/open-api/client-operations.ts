import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { type ApiEnv, problemCodesOf } from '../api.ts'

/** The name and the module of each schema of the contract. */
export type ContractSchemas = ReadonlyMap<unknown, { name: string; module: string }>

/** The schemas that these modules of the contract export, by identity. */
export function contractSchemas(modules: Readonly<Record<string, object>>): ContractSchemas {
  return new Map(
    Object.entries(modules).flatMap(([module, exported]) =>
      Object.entries(exported)
        .filter(([, value]) => value instanceof z.ZodType)
        .map(([name, schema]) => [schema, { name, module }] as const),
    ),
  )
}

// The calls of other parties: the laboratory's information system, payment providers, viewers of health links.
const OF_OTHERS = /^\/(fhir|oauth|payments|health-links)\//
const OF_THE_DESK = /^\/staff\//

/** Which operations a client calls, by the name of the constant that describes them, and its file. */
const CALLERS = {
  OPERATIONS: {
    path: 'main-api-operations.ts',
    calls: (path: string) => !OF_OTHERS.test(path) && !OF_THE_DESK.test(path),
  },
  STAFF_OPERATIONS: { path: 'staff-operations.ts', calls: (path: string) => OF_THE_DESK.test(path) },
}

const MADE = "// Generated from the main API's description by `npm run client:generate`; a test compares.\n"

/** A file of the contract by its path below the contract's sources. */
export interface WrittenFile {
  path: string
  source: string
}

/**
 * The operations that the storefront or the desk calls, as source texts: one file for each tag of the description, and
 * one that combines them.
 */
export function writeClientOperations(
  api: OpenAPIHono<ApiEnv>,
  schemas: ContractSchemas,
  constant: keyof typeof CALLERS,
): WrittenFile[] {
  const { path: together, calls } = CALLERS[constant]
  const routes = api.openAPIRegistry.definitions
    .flatMap((definition) => (definition.type === 'route' ? [definition.route] : []))
    .filter(({ path }) => calls(path))
    .sort((one, other) => (one.operationId! < other.operationId! ? -1 : 1))
  const groups = [...Map.groupBy(routes, fileOf)].sort(([one], [other]) => (one < other ? -1 : 1))
  const imports = groups.map(([path], at) => `import { OPERATIONS as group${at} } from './${path}'`)
  const source = `${MADE}${imports.join('\n')}

export const ${constant} = { ${groups.map((_, at) => `...group${at}`).join(', ')} } as const
${problemsText(routes, constant)}`
  return [
    ...groups.map(([path, own]) => ({ path, source: groupText(own, schemas) })),
    { path: together, source },
  ]
}

function fileOf({ tags, operationId }: RouteConfig): string {
  const [tag, ...others] = tags ?? []
  if (!tag || others.length > 0) throw new Error(`${operationId} must have one tag`)
  return `operations/${tag.toLowerCase().replaceAll('’', '').replaceAll(/\W+/g, '-')}.ts`
}

function groupText(routes: readonly RouteConfig[], schemas: ContractSchemas): string {
  const used = new Map<string, Set<string>>()
  function schemaText(schema: unknown): string | null {
    // An example or a description makes a copy, which refers to its original.
    const known = schemas.get(schema) ?? schemas.get((schema as Partial<z.ZodType> | undefined)?._zod?.parent)
    if (known) {
      used.set(known.module, (used.get(known.module) ?? new Set()).add(known.name))
      return known.name
    }
    if (!(schema instanceof z.ZodArray)) return null
    const element = schemaText(schema.element)
    return element && `z.array(${element})`
  }
  const entries = routes.map((route) => operationText(route, schemaText)).join('\n')
  const imports = [...used].map(
    ([module, names]) => `import { ${[...names].sort().join(', ')} } from '../${module}.ts'`,
  )
  if (entries.includes('z.')) imports.unshift(`import { z } from 'zod'`)
  return `${MADE}${imports.join('\n')}\n\nexport const OPERATIONS = {\n${entries}\n} as const\n`
}

/** The problems of these calls: the caller has words for each. The desk also looks codes up in them. */
function problemsText(routes: readonly RouteConfig[], constant: keyof typeof CALLERS): string {
  const codes = routes.flatMap(({ responses }) =>
    Object.values(responses).flatMap((response) =>
      'description' in response ? problemCodesOf(response.description ?? '') : [],
    ),
  )
  const sorted = [...new Set(codes)].sort().map((code) => `'${code}'`)
  const doc = '\n/** Every problem that these calls describe. */\n'
  return constant === 'OPERATIONS'
    ? `${doc}export type ShopProblem = ${sorted.join(' | ')}\n`
    : `${doc}export const STAFF_PROBLEMS = [${sorted.join(', ')}] as const\nexport type StaffProblem = (typeof STAFF_PROBLEMS)[number]\n`
}

function operationText(route: RouteConfig, schemaText: (schema: unknown) => string | null): string {
  const { operationId, method, path, request = {}, security = [] } = route
  const body = jsonSchema(request.body?.content)
  const parts = [
    `method: '${method.toUpperCase()}'`,
    `path: '${path}'`,
    request.params && `params: { ${fields(request.params, (schema) => paramText(schema, schemaText))} }`,
    body && `body: ${schemaText(body) ?? 'z.object({})'}`,
    body && !request.body?.required && 'bodyOptional: true',
    request.query && `query: { ${fields(request.query, presence)} }`,
    request.headers && `header: ${headerName(request)}`,
    security.some((way) => way.storefront) && 'provesStorefront: true',
    answerText(route, schemaText),
  ]
  return `${operationId}: { ${parts.filter(Boolean).join(', ')} },`
}

function jsonSchema(content: object | undefined): z.ZodType | undefined {
  return (content as Record<string, { schema: z.ZodType }> | undefined)?.['application/json']?.schema
}

function fields(object: unknown, text: (schema: z.ZodType) => string): string {
  const { shape } = object as z.ZodObject<Record<string, z.ZodType>>
  return Object.entries(shape)
    .map(([name, schema]) => `'${name}': ${text(schema)}`)
    .join(', ')
}

function paramText(schema: z.ZodType, schemaText: (schema: unknown) => string | null): string {
  return schemaText(schema) ?? 'z.string()'
}

/** Whether the caller must give the value: one with a default may be left out. */
function presence(schema: z.ZodType): string {
  return schema.safeParse(undefined).success ? `'optional'` : `'required'`
}

function headerName({ headers }: NonNullable<RouteConfig['request']>): string {
  const [name, ...others] = Object.keys((headers as z.ZodObject).shape)
  if (others.length > 0) throw new Error('the client passes one header for each operation')
  return `'${name}'`
}

/** The one success of a route. A reply without a schema of the contract, such as a PDF, is passed on as it is. */
function answerText({ operationId, responses }: RouteConfig, schemaText: (schema: unknown) => string | null) {
  const [success, ...others] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  if (!success || others.length > 0) throw new Error(`${operationId} must describe one success`)
  const [status, described] = success
  const content = 'content' in described ? described.content : undefined
  const schema = jsonSchema(content)
  const isNothing = !content || (schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0)
  if (isNothing) return `success: ${status}`
  return `answer: ${schemaText(schema) ?? `'response'`}`
}
