import { createRoute, z } from '@hono/zod-openapi'
import { cors } from 'hono/cors'
import { type Api, BODY_PROBLEMS, json, jsonBody, problems } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { openManifest } from './open-manifest.ts'
import { encryptReport, readFile } from './read-file.ts'

const tags = ['SMART Health Links']
const DAY_SECONDS = 86_400
const MOST_CHARACTERS = 500
const token = z.string().max(100)

const manifestRequestSchema = z
  .object({
    recipient: z
      .string()
      .min(1)
      .max(MOST_CHARACTERS)
      .describe('The name of the recipient, for people to read'),
    passcode: z.string().max(MOST_CHARACTERS).default(''),
    embeddedLengthMax: z.int().min(0).optional(),
  })
  .meta({
    id: 'HealthLinkManifestRequest',
    example: { recipient: 'A clinic', passcode: '402817', embeddedLengthMax: 100_000 },
  })

const manifestSchema = z
  .object({
    files: z.array(
      z.object({
        contentType: z.literal('application/fhir+json'),
        embedded: z.string().optional().describe('Compact JWE'),
        location: z.string().optional().describe('The address of the JWE; valid for ten minutes'),
        lastUpdated: z.string(),
        status: z.enum(['finalized', 'can-change', 'no-longer-valid']),
        fhirVersion: z.string(),
      }),
    ),
  })
  .meta({ id: 'HealthLinkManifest' })

const manifestRoute = createRoute({
  method: 'post',
  path: '/health-links/{token}/manifest',
  operationId: 'healthLinkManifest',
  tags,
  summary: 'Open a SMART Health Link with its passcode',
  description:
    'As specified by HL7. Five wrong passcodes in total close a link; an expired, revoked or closed link is not found.',
  request: { params: z.object({ token }), ...jsonBody(manifestRequestSchema) },
  responses: {
    200: json(manifestSchema, 'The manifest'),
    401: json(z.object({ remainingAttempts: z.int() }), 'A wrong passcode'),
    ...problems('not_found', ...BODY_PROBLEMS),
  },
})

const fileRoute = createRoute({
  method: 'get',
  path: '/health-links/{token}/files/{accessKey}',
  operationId: 'healthLinkFile',
  tags,
  summary: 'The encrypted file that a manifest named',
  request: { params: z.object({ token, accessKey: z.string().max(100) }) },
  responses: {
    200: { description: 'Compact JWE', content: { 'application/jose': { schema: z.string() } } },
    ...problems('not_found'),
  },
})

export function registerHealthLinkRoutes(api: Api, context: ApiContext): void {
  const { apiPublicUrl } = context.settings
  // Viewers run in browsers, on other sites. No cookie gives access here.
  api.use('/health-links/*', cors({ origin: '*', allowMethods: ['GET', 'POST'], maxAge: DAY_SECONDS }))
  api.openapi(manifestRoute, async (c) => {
    const path = c.req.valid('param')
    const { passcode, embeddedLengthMax = Number.POSITIVE_INFINITY } = c.req.valid('json')
    c.header('Cache-Control', 'no-store')
    const opened = await openManifest(context, { token: path.token, passcode })
    if ('remainingAttempts' in opened) return c.json(opened, 401)
    const { share, accessKey } = opened
    const { requestId } = c.var
    const { jwe, lastUpdated } = await encryptReport(context, { share, token: path.token, requestId })
    const content =
      jwe.length <= embeddedLengthMax
        ? { embedded: jwe }
        : { location: `${apiPublicUrl}/health-links/${path.token}/files/${accessKey}` }
    const file = { contentType: 'application/fhir+json', ...content, lastUpdated } as const
    return c.json({ files: [{ ...file, status: 'can-change' as const, fhirVersion: '4.0.1' }] }, 200)
  })
  api.openapi(fileRoute, async (c) => {
    const jwe = await readFile(context, { ...c.req.valid('param'), requestId: c.var.requestId })
    return c.body(jwe, 200, { 'Content-Type': 'application/jose', 'Cache-Control': 'no-store' })
  })
}
