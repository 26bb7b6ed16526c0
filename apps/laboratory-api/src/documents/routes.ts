import { createRoute, z } from '@hono/zod-openapi'
import { documentSchema, documentSummarySchema } from '@shop/contract/documents'
import { Problem } from '@shop/contract/problem'
import { todayIn } from '@shop/domain/age'
import { type Api, json, problems } from '../api.ts'
import type { ApiContext } from '../context.ts'

const tags = ['Documents']

const listRoute = createRoute({
  method: 'get',
  path: '/documents',
  operationId: 'documents',
  tags,
  summary: 'The legal documents in force',
  responses: { 200: json(z.array(documentSummarySchema), 'The documents') },
})

const findRoute = createRoute({
  method: 'get',
  path: '/documents/{slug}',
  operationId: 'document',
  tags,
  summary: 'One document with its text',
  request: { params: z.object({ slug: z.string().max(80) }) },
  responses: { 200: json(documentSchema, 'The document, its text as HTML'), ...problems('not_found') },
})

export function registerDocumentRoutes(api: Api, context: ApiContext): void {
  const { documents, settings, now } = context
  const today = () => todayIn(settings.businessTimeZone, now())
  api.openapi(listRoute, (c) => {
    c.header('Vary', 'Accept-Language')
    return c.json(documents.list(today(), c.var.locale), 200)
  })
  api.openapi(findRoute, (c) => {
    const document = documents.find(today(), c.req.valid('param').slug, c.var.locale)
    if (!document) throw new Problem('not_found')
    c.header('Vary', 'Accept-Language')
    c.header('Content-Language', c.var.locale === 'ru' || c.var.locale === 'be' ? 'ru' : 'en')
    return c.json(document, 200)
  })
}
