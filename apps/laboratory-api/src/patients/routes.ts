import { createRoute, z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import { personFromWire, personToWire } from '@shop/contract/patient-codec'
import { patientPayloadSchema, wirePatientSchema } from '@shop/contract/patients'
import {
  type Api,
  BODY_PROBLEMS,
  json,
  jsonBody,
  NO_CONTENT,
  problems,
  requireViewer,
  USER_SECURITY,
} from '../api.ts'
import type { ApiContext } from '../context.ts'
import { createPatient } from './create-patient.ts'
import { deletePatient } from './delete-patient.ts'
import { editPatient } from './edit-patient.ts'
import { listPatients, patientPersonalData } from './patient-queries.ts'

const tags = ['Patients']
const params = z.object({ id: personalIdSchema })

const listRoute = createRoute({
  method: 'get',
  path: '/patient',
  operationId: 'patients',
  tags,
  summary: 'The patients of the account, in the order in which they were added',
  security: USER_SECURITY,
  responses: { 200: json(z.array(wirePatientSchema), 'The patients'), ...problems('unauthorized') },
})

const createRouteConfig = {
  method: 'post',
  operationId: 'createPatient',
  tags,
  summary: 'Add a patient; an account has at most 50',
  security: USER_SECURITY,
  request: {
    query: z.object({
      userAsPatient: z
        .enum(['true', 'false'])
        .default('false')
        .describe('Whether the patient is the account holder; does not affect what is stored'),
    }),
    ...jsonBody(patientPayloadSchema),
  },
  responses: {
    201: json(wirePatientSchema, 'The patient'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'too_many_patients', 'processing_restricted'),
  },
} as const
const createPatientRoute = createRoute({ ...createRouteConfig, path: '/patient/' })
/** The same without the trailing slash, which callers forget. */
const createPatientAlias = createRoute({ ...createRouteConfig, path: '/patient', hide: true })

const editRoute = createRoute({
  method: 'put',
  path: '/patient/{id}',
  operationId: 'editPatient',
  tags,
  summary: 'Change a patient',
  security: USER_SECURITY,
  request: { params, ...jsonBody(patientPayloadSchema) },
  responses: {
    200: json(wirePatientSchema, 'The patient'),
    ...problems(...BODY_PROBLEMS, 'unauthorized', 'not_found'),
  },
})

const deleteRoute = createRoute({
  method: 'delete',
  path: '/patient/{id}',
  operationId: 'deletePatient',
  tags,
  summary: 'Delete a patient who is in no open order',
  security: USER_SECURITY,
  request: { params },
  responses: { 204: NO_CONTENT, ...problems('unauthorized', 'not_found', 'patient_in_open_order') },
})

export function registerPatientRoutes(api: Api, context: ApiContext): void {
  const { queries } = context.database
  api.openapi(listRoute, async (c) => {
    const { userId } = requireViewer(c)
    const rows = await listPatients(queries, { userId, requestId: c.var.requestId })
    return c.json(rows.map(personToWire), 200)
  })
  for (const route of [createPatientRoute, createPatientAlias]) {
    api.openapi(route, async (c) => {
      const person = personFromWire(c.req.valid('json'))
      const { requestId } = c.var
      return c.json(await createPatient(context, { viewer: requireViewer(c), person, requestId }), 201)
    })
  }
  api.openapi(editRoute, async (c) => {
    const { id } = c.req.valid('param')
    const person = personFromWire(c.req.valid('json'))
    const { requestId } = c.var
    return c.json(await editPatient(context, { viewer: requireViewer(c), id, person, requestId }), 200)
  })
  api.openapi(deleteRoute, async (c) => {
    const { id } = c.req.valid('param')
    await deletePatient(context, { viewer: requireViewer(c), id, requestId: c.var.requestId })
    return c.body(null, 204)
  })
  context.personalData.contribute(patientPersonalData)
}
