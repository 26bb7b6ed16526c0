import { addProfileToCartSchema, addToCartSchema, removePatientAnalysisSchema } from '@shop/contract/cart'
import { catalogueIdParameterSchema, personalIdSchema } from '@shop/contract/fields'
import { Problem } from '@shop/contract/problem'
import { z } from 'zod'
import { isDeliberateGet, localApi, readJson, readQuery } from '../../platform/problems/local-api.server.ts'
import { addProfileToCart, addToCart } from '../add-to-cart.server.ts'
import { getCart } from '../encode-cart.server.ts'
import {
  removeAnalysis,
  removePatient,
  removePatientAnalysis,
  resetCart,
} from '../remove-from-cart.server.ts'

const analysisQuery = z.object({ analysisId: catalogueIdParameterSchema })
const patientQuery = z.object({ patientId: personalIdSchema })

/** The cart's calls of the local API. The forms of its pages run the same use cases. */
const api = localApi({
  'api/cart/add-to-cart': {
    POST: async ({ shop, request }) => addToCart({ shop, ...(await readJson(request, addToCartSchema)) }),
  },
  'api/cart/add-profile-to-cart': {
    POST: async ({ shop, request }) =>
      addProfileToCart({ shop, ...(await readJson(request, addProfileToCartSchema)) }),
  },
  'api/cart/get-cart': { GET: getCart, HEAD: getCart },
  'api/cart/remove-patient-analysis': {
    POST: async ({ shop, request }) =>
      removePatientAnalysis({ shop, ...(await readJson(request, removePatientAnalysisSchema)) }),
  },
  'api/cart/remove-patient': {
    POST: async ({ shop, request }) => removePatient({ shop, ...readQuery(request, patientQuery) }),
  },
  'api/cart/remove-analysis': {
    POST: async ({ shop, request }) => removeAnalysis({ shop, ...readQuery(request, analysisQuery) }),
  },
  'api/cart/reset-cart': {
    // The specification resets with GET; it is not found for navigations, prefetches and other sites.
    GET: async ({ shop, request }) => {
      if (!isDeliberateGet(request)) throw new Problem('not_found')
      return resetCart({ shop })
    },
    POST: resetCart,
  },
})

export const middleware = api.middleware
export const loader = api.answer
export const action = api.answer
