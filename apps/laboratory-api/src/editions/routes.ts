import { createRoute, z } from '@hono/zod-openapi'
import {
  catalogueOverviewSchema,
  editionIdSchema,
  editionPreviewSchema,
  missingTextsSchema,
  previewQuerySchema,
  publishEditionSchema,
  publishedEditionSchema,
  UPLOAD_CHARACTERS,
  uploadCatalogueSchema,
} from '@shop/contract/editions'
import { changeEntryTextsSchema, entryTextsSchema } from '@shop/contract/entry-texts'
import { catalogueIdParameterSchema, personalIdSchema } from '@shop/contract/fields'
import { offerKindSchema } from '@shop/contract/offers'
import { Problem, problemResponse } from '@shop/contract/problem'
import { bodyLimit } from 'hono/body-limit'
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  laboratoriesOf,
  problems,
  STAFF_REFUSALS,
  staffSecurity,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { actorOf } from '../staff/authenticate-staff.ts'
import { changeEntryTexts, readEntryTexts } from './edit-texts.ts'
import {
  deleteOldDrafts,
  listMissingTexts,
  previewEdition,
  publishEdition,
  readOverview,
  settlePrices,
  uploadCatalogue,
} from './editions.ts'

const tags = ['Desk: catalogue']
const params = z.object({ id: personalIdSchema })

const overviewRoute = createRoute({
  method: 'get',
  path: '/staff/catalogue',
  operationId: 'catalogueOverview',
  tags,
  summary: 'The catalogue in force, its history and drafts',
  security: staffSecurity('catalogue.read'),
  responses: { 200: json(catalogueOverviewSchema, 'The overview'), ...problems(...STAFF_REFUSALS) },
})

const notTooLarge = bodyLimit({
  maxSize: UPLOAD_CHARACTERS,
  onError: () => problemResponse(new Problem('body_too_large')),
})

const uploadRoute = createRoute({
  method: 'post',
  path: '/staff/catalogue/editions',
  operationId: 'uploadCatalogue',
  tags,
  summary: 'Upload catalogue files as a draft',
  description:
    'By the rules of the import, all or nothing. `catalogue_refused` lists file, entry, field and reason of each refusal. Only for staff with access to every laboratory.',
  security: staffSecurity('catalogue.change'),
  middleware: notTooLarge,
  request: jsonBody(uploadCatalogueSchema),
  responses: {
    201: json(editionIdSchema, 'The draft'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'catalogue_refused'),
  },
})

const previewRoute = createRoute({
  method: 'get',
  path: '/staff/catalogue/editions/{id}',
  operationId: 'previewEdition',
  tags,
  summary: 'The changes that an edition would make to the catalogue in force, page by page',
  security: staffSecurity('catalogue.read'),
  request: { params, query: previewQuerySchema },
  responses: {
    200: json(editionPreviewSchema, 'The changes'),
    ...problems(...STAFF_REFUSALS, 'not_found', 'invalid_fields'),
  },
})

const publishRoute = createRoute({
  method: 'post',
  path: '/staff/catalogue/editions/{id}/publication',
  operationId: 'publishEdition',
  tags,
  summary: 'Put an edition in force: a draft, or an earlier edition again',
  description:
    '`stale_write`: the catalogue has changed since the preview. Only for staff with access to every laboratory.',
  security: staffSecurity('catalogue.change'),
  request: { params, ...jsonBody(publishEditionSchema) },
  responses: {
    200: json(publishedEditionSchema, 'The edition is in force'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found', 'stale_write'),
  },
})

const missingRoute = createRoute({
  method: 'get',
  path: '/staff/catalogue/missing-texts',
  operationId: 'missingTexts',
  tags,
  summary: 'The catalogue’s texts that have no Polish or no Belarusian',
  security: staffSecurity('catalogue.read'),
  responses: {
    200: json(missingTextsSchema, 'The most frequent first, at most 500'),
    ...problems(...STAFF_REFUSALS),
  },
})

const ofEntry = z.object({
  kind: offerKindSchema.meta({ example: 'analysis' }),
  id: catalogueIdParameterSchema,
})

const textsRoute = createRoute({
  method: 'get',
  path: '/staff/offers/{kind}/{id}/texts',
  operationId: 'entryTexts',
  tags,
  summary: 'The texts of an analysis or profile, in every language',
  security: staffSecurity('catalogue.read'),
  request: { params: ofEntry },
  responses: {
    200: json(entryTextsSchema, 'Its texts, and which are missing'),
    ...problems(...STAFF_REFUSALS, 'not_found'),
  },
})

const changeTextsRoute = createRoute({
  method: 'post',
  path: '/staff/offers/{kind}/{id}/texts',
  operationId: 'changeEntryTexts',
  tags,
  summary: 'Save changed texts of an analysis or profile as a draft of the catalogue',
  description:
    'By the rules of the import. Polish and Belarusian translations apply to every entry with the same English text. `stale_write`: the catalogue has changed since the texts were read. Only for staff with access to every laboratory.',
  security: staffSecurity('catalogue.change'),
  request: { params: ofEntry, ...jsonBody(changeEntryTextsSchema) },
  responses: {
    201: json(editionIdSchema, 'The draft'),
    ...problems(...BODY_PROBLEMS, ...STAFF_REFUSALS, 'not_found', 'stale_write', 'catalogue_refused'),
  },
})

/**
 * The catalogue at the desk: upload with a preview, publish, put an earlier edition back, missing texts and the
 * texts of an entry.
 */
export function registerEditionRoutes(api: Api, context: ApiContext): void {
  context.jobs.schedule('sweep-editions', '41 2 * * *', () => deleteOldDrafts(context))
  context.jobs.schedule('settle-prices', '2 * * * *', () => settlePrices(context))
  api.openapi(overviewRoute, async (c) => c.json(await readOverview(context, { actor: actorOf(c) }), 200))
  api.openapi(uploadRoute, async (c) => {
    const who = { actor: actorOf(c), scope: laboratoriesOf(c) }
    return c.json(await uploadCatalogue(context, { ...who, ...c.req.valid('json') }), 201)
  })
  api.openapi(previewRoute, async (c) => {
    const which = { ...c.req.valid('param'), ...c.req.valid('query') }
    return c.json(await previewEdition(context, { actor: actorOf(c), ...which }), 200)
  })
  api.openapi(publishRoute, async (c) => {
    const who = { actor: actorOf(c), scope: laboratoriesOf(c) }
    const { id } = c.req.valid('param')
    return c.json(await publishEdition(context, { ...who, id, ...c.req.valid('json') }), 200)
  })
  api.openapi(missingRoute, async (c) => c.json(await listMissingTexts(context, { actor: actorOf(c) }), 200))
  api.openapi(textsRoute, async (c) =>
    c.json(await readEntryTexts(context, { actor: actorOf(c), ...c.req.valid('param') }), 200),
  )
  api.openapi(changeTextsRoute, async (c) => {
    const who = { actor: actorOf(c), scope: laboratoriesOf(c) }
    const change = { ...c.req.valid('param'), ...c.req.valid('json') }
    return c.json(await changeEntryTexts(context, { ...who, ...change }), 201)
  })
}
