import { createRoute, z } from '@hono/zod-openapi'
import {
  categorySchema,
  wireAnalysisDetailSchema,
  wireAnalysisSchema,
  wireProfileSchema,
  wireReasonAnswerSchema,
} from '@shop/contract/catalogue'
import { reasonAnswerToWire } from '@shop/contract/catalogue-codec'
import { catalogueIdParameterSchema } from '@shop/contract/fields'
import type { Context } from 'hono'
import { compress } from 'hono/compress'
import { type Api, type ApiEnv, json, problems } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { catalogueAnswers } from './catalogue-answers.ts'
import { findAnalysis, findProfile, searchAnalyses, searchReasons, viewOf } from './find-in-catalogue.ts'
import { sendAnswer, storeAnswer } from './stored-answer.ts'

const tags = ['Catalogue']
const laboratoryId = catalogueIdParameterSchema.meta({ example: 1 })
const ofLaboratory = z.object({ laboratoryId })
const maybeOfLaboratory = z.object({ laboratoryId: laboratoryId.optional() })
const byId = z.object({ id: catalogueIdParameterSchema.meta({ example: 42 }) })

const listAnalyses = createRoute({
  method: 'get',
  path: '/labService',
  operationId: 'analyses',
  summary: "The analyses of a laboratory's assortment, prices of its price list first",
  tags,
  request: { query: ofLaboratory },
  responses: {
    200: json(z.array(wireAnalysisSchema), 'In the order of codes'),
    ...problems('invalid_fields', 'unknown_laboratory'),
  },
})

const search = createRoute({
  method: 'get',
  path: '/labService/search',
  operationId: 'searchAnalyses',
  summary:
    'Analyses by code, LOINC code, name or synonym in any language; tolerates transliteration, the wrong keyboard layout and typing mistakes',
  tags,
  request: {
    query: maybeOfLaboratory.extend({
      searchNameTerm: z.string().default('').meta({ example: 'витамин д' }),
    }),
  },
  responses: {
    200: json(
      z.array(wireAnalysisSchema),
      'The best matches first, at most 200; empty if the term has no meaningful words',
    ),
    ...problems('invalid_fields', 'unknown_laboratory'),
  },
})

const findReason = createRoute({
  method: 'get',
  path: '/reasons/search',
  operationId: 'searchReasons',
  summary:
    'What a term in everyday words is about (before surgery, always tired), and which profiles and analyses answer it',
  tags,
  request: { query: search.request.query },
  responses: {
    200: json(wireReasonAnswerSchema, 'Without a reason if no match is certain enough'),
    ...problems('invalid_fields', 'unknown_laboratory'),
  },
})

const oneAnalysis = createRoute({
  method: 'get',
  path: '/labService/{id}',
  operationId: 'analysis',
  summary: 'One analysis with what it measures; also one that is no longer offered',
  tags,
  request: { params: byId, query: maybeOfLaboratory },
  responses: {
    200: json(wireAnalysisDetailSchema, 'The analysis'),
    ...problems('not_found', 'invalid_fields', 'unknown_laboratory'),
  },
})

const listProfiles = createRoute({
  method: 'get',
  path: '/profiles',
  operationId: 'profiles',
  summary: 'The profiles whose analyses the laboratory offers in full',
  tags,
  request: { query: ofLaboratory },
  responses: {
    200: json(z.array(wireProfileSchema), 'In the order of codes'),
    ...problems('invalid_fields', 'unknown_laboratory'),
  },
})

const oneProfile = createRoute({
  method: 'get',
  path: '/profiles/{id}',
  operationId: 'profile',
  summary: 'One profile with its analyses; also one that is no longer offered',
  tags,
  request: { params: byId, query: maybeOfLaboratory },
  responses: {
    200: json(wireProfileSchema, 'The profile'),
    ...problems('not_found', 'invalid_fields', 'unknown_laboratory'),
  },
})

const listCategories = createRoute({
  method: 'get',
  path: '/catalogHeaders',
  operationId: 'categories',
  summary: 'The category tree, hidden categories included',
  tags,
  responses: { 200: json(z.array(categorySchema), 'In the order of ids') },
})

/** These routes only read, and only from memory. */
export function registerCatalogueRoutes(api: Api, { catalogue }: ApiContext): void {
  function view(c: Context<ApiEnv>, laboratoryId?: number) {
    return viewOf({ snapshot: catalogue.current(), laboratoryId, locale: c.var.locale })
  }

  // The list of a large assortment is tens of megabytes, a tenth of that compressed. Nothing here is secret.
  for (const path of ['/labService/*', '/profiles/*', '/reasons/*', '/catalogHeaders']) {
    api.use(path, compress())
  }

  api.openapi(listAnalyses, (c) => {
    const { snapshot, assortment, language } = view(c, c.req.valid('query').laboratoryId)
    return sendAnswer(c, snapshot, catalogueAnswers(snapshot).analyses(assortment, language))
  })
  // Registered before the route by id, which would take the word for an id.
  api.openapi(search, async (c) => {
    const { laboratoryId, searchNameTerm } = c.req.valid('query')
    const of = view(c, laboratoryId)
    const found = searchAnalyses(of, await catalogue.search(), searchNameTerm)
    return sendAnswer(c, of.snapshot, storeAnswer(found))
  })
  api.openapi(findReason, async (c) => {
    const { laboratoryId, searchNameTerm } = c.req.valid('query')
    const of = view(c, laboratoryId)
    const found = searchReasons(of, await catalogue.search(), searchNameTerm)
    return sendAnswer(c, of.snapshot, storeAnswer(reasonAnswerToWire(found)))
  })
  api.openapi(oneAnalysis, (c) => {
    const of = view(c, c.req.valid('query').laboratoryId)
    return sendAnswer(c, of.snapshot, storeAnswer(findAnalysis(of, c.req.valid('param').id)))
  })
  api.openapi(listProfiles, (c) => {
    const { snapshot, assortment, language } = view(c, c.req.valid('query').laboratoryId)
    return sendAnswer(c, snapshot, catalogueAnswers(snapshot).profiles(assortment, language))
  })
  api.openapi(oneProfile, (c) => {
    const of = view(c, c.req.valid('query').laboratoryId)
    return sendAnswer(c, of.snapshot, storeAnswer(findProfile(of, c.req.valid('param').id)))
  })
  api.openapi(listCategories, (c) => {
    const { snapshot, language } = view(c)
    return sendAnswer(c, snapshot, catalogueAnswers(snapshot).categories(language))
  })
}
