// Generated from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import {
  catalogueOverviewSchema,
  editionIdSchema,
  editionPreviewSchema,
  missingTextsSchema,
  publishEditionSchema,
  publishedEditionSchema,
  uploadCatalogueSchema,
} from '../editions.ts'
import { changeEntryTextsSchema, entryTextsSchema } from '../entry-texts.ts'
import { catalogueIdParameterSchema, personalIdSchema } from '../fields.ts'
import {
  changeComingPriceSchema,
  namedOfferSchema,
  offerKindSchema,
  offerSchema,
  offersOverviewSchema,
  planEditionSchema,
  plannedPricesSchema,
  planPricesSchema,
  removeComingPriceSchema,
  switchedOfferSchema,
  switchOfferSchema,
} from '../offers.ts'

export const OPERATIONS = {
  catalogueOverview: { method: 'GET', path: '/staff/catalogue', answer: catalogueOverviewSchema },
  changeComingPrice: {
    method: 'PUT',
    path: '/staff/coming-prices/{id}',
    params: { id: catalogueIdParameterSchema },
    body: changeComingPriceSchema,
    success: 204,
  },
  changeEntryTexts: {
    method: 'POST',
    path: '/staff/offers/{kind}/{id}/texts',
    params: { kind: offerKindSchema, id: catalogueIdParameterSchema },
    body: changeEntryTextsSchema,
    answer: editionIdSchema,
  },
  deskOffer: {
    method: 'GET',
    path: '/staff/offers/{kind}/{id}',
    params: { kind: offerKindSchema, id: catalogueIdParameterSchema },
    answer: offerSchema,
  },
  entryTexts: {
    method: 'GET',
    path: '/staff/offers/{kind}/{id}/texts',
    params: { kind: offerKindSchema, id: catalogueIdParameterSchema },
    answer: entryTextsSchema,
  },
  findOffers: {
    method: 'GET',
    path: '/staff/offers/search',
    query: { searchNameTerm: 'required' },
    answer: z.array(namedOfferSchema),
  },
  missingTexts: { method: 'GET', path: '/staff/catalogue/missing-texts', answer: missingTextsSchema },
  offersOverview: { method: 'GET', path: '/staff/offers', answer: offersOverviewSchema },
  planEdition: {
    method: 'POST',
    path: '/staff/catalogue/editions/{id}/coming-prices',
    params: { id: personalIdSchema },
    body: planEditionSchema,
    answer: plannedPricesSchema,
  },
  planPrices: { method: 'POST', path: '/staff/coming-prices', body: planPricesSchema, success: 204 },
  previewEdition: {
    method: 'GET',
    path: '/staff/catalogue/editions/{id}',
    params: { id: personalIdSchema },
    query: { part: 'optional', after: 'optional' },
    answer: editionPreviewSchema,
  },
  publishEdition: {
    method: 'POST',
    path: '/staff/catalogue/editions/{id}/publication',
    params: { id: personalIdSchema },
    body: publishEditionSchema,
    answer: publishedEditionSchema,
  },
  removeComingPrice: {
    method: 'POST',
    path: '/staff/coming-prices/{id}/removal',
    params: { id: catalogueIdParameterSchema },
    body: removeComingPriceSchema,
    success: 204,
  },
  switchOffer: {
    method: 'PUT',
    path: '/staff/offers/{kind}/{id}/laboratories/{laboratoryId}',
    params: {
      kind: offerKindSchema,
      id: catalogueIdParameterSchema,
      laboratoryId: catalogueIdParameterSchema,
    },
    body: switchOfferSchema,
    answer: switchedOfferSchema,
  },
  uploadCatalogue: {
    method: 'POST',
    path: '/staff/catalogue/editions',
    body: uploadCatalogueSchema,
    answer: editionIdSchema,
  },
} as const
