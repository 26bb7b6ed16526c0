// Made from the main API's description by `npm run client:generate`; a test compares.
import { z } from 'zod'
import { passkeyOptionsSchema, passkeySchema, registerPasskeySchema } from './accounts.ts'
import {
  criticalDetailsSchema,
  criticalHeadSchema,
  criticalVersionSchema,
  noteCallSchema,
} from './critical-values.ts'
import {
  arrivalSchema,
  cancelAtDeskSchema,
  cancelledAtDeskSchema,
  dayOfVisitsSchema,
  deskLaboratorySchema,
  deskOrderSchema,
  foundOrderSchema,
  moveAtDeskSchema,
  openedTestsSchema,
  openTestsSchema,
  orderNoteSchema,
  orderPresenceSchema,
  orderSearchSchema,
  takenSamplesSchema,
  visitProgressSchema,
  visitVersionSchema,
} from './desk.ts'
import { changeCalendarSchema, deskCalendarSchema } from './desk-calendar.ts'
import { visitSheetSchema } from './desk-sheet.ts'
import {
  catalogueOverviewSchema,
  editionIdSchema,
  editionPreviewSchema,
  missingTextsSchema,
  publishEditionSchema,
  publishedEditionSchema,
  uploadCatalogueSchema,
} from './editions.ts'
import { changeEntryTextsSchema, entryTextsSchema } from './entry-texts.ts'
import { askedDateSchema, catalogueIdParameterSchema, personalIdSchema } from './fields.ts'
import {
  heldDetailsSchema,
  heldResultsSchema,
  releasedResultSchema,
  releaseResultSchema,
} from './held-results.ts'
import { clientIdSchema, endClientKeySchema, laboratoryClientSchema } from './laboratory-clients.ts'
import { machineRoomSchema } from './machine.ts'
import {
  attentionSchema,
  closeOutsideSchema,
  comparedStatementSchema,
  dayClosingSchema,
  decideRefundSchema,
  paymentDetailsSchema,
  paymentPageSchema,
  refundStandsSchema,
  requestRefundSchema,
  statementSchema,
} from './money.ts'
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
} from './offers.ts'
import {
  refusedReportHeadSchema,
  refusedReportSchema,
  refusedReportStandsSchema,
  requestLabelSchema,
  requestLineSchema,
  setAsideReportSchema,
  tryRefusedReportSchema,
} from './refused-reports.ts'
import {
  answerRightSchema,
  assignRightSchema,
  correctPatientSchema,
  deskRightsHeadSchema,
  deskRightsSchema,
  endRestrictionSchema,
  eraseByRightSchema,
  notedRightSchema,
  noteRightSchema,
  noteRightStepSchema,
  rightVersionSchema,
} from './rights.ts'
import {
  addedSynonymSchema,
  addSynonymSchema,
  countedQuerySchema,
  synonymTargetSchema,
} from './search-words.ts'
import {
  acceptInvitationSchema,
  auditLineSchema,
  changeStaffRolesSchema,
  endedSessionsSchema,
  endSessionsByOrderSchema,
  inviteStaffSchema,
  openInvitationSchema,
  ownPasswordSchema,
  staffIdSchema,
  staffInvitationSchema,
  staffLocaleSchema,
  staffLoggedInSchema,
  staffLoginSchema,
  staffMemberSchema,
  staffSessionSchema,
  staffViewerSchema,
} from './staff.ts'
import {
  answerMessageSchema,
  assignMessageSchema,
  closeMessageSchema,
  deskMessageSchema,
  deskThreadSchema,
  messageVersionSchema,
} from './support.ts'

export const STAFF_OPERATIONS = {
  acceptInvitation: {
    method: 'POST',
    path: '/staff/invitations/accept',
    body: acceptInvitationSchema,
    answer: staffLoggedInSchema,
  },
  addOrderNote: {
    method: 'POST',
    path: '/staff/orders/{id}/notes',
    params: { id: personalIdSchema },
    body: orderNoteSchema,
    success: 204,
  },
  addStaffPasskey: {
    method: 'POST',
    path: '/staff/current/passkeys',
    body: registerPasskeySchema,
    success: 204,
  },
  addSynonym: { method: 'POST', path: '/staff/synonyms', body: addSynonymSchema, answer: addedSynonymSchema },
  addedSynonyms: { method: 'GET', path: '/staff/synonyms', answer: z.array(addedSynonymSchema) },
  answerMessage: {
    method: 'POST',
    path: '/staff/messages/{id}/answers',
    params: { id: personalIdSchema },
    body: answerMessageSchema,
    answer: messageVersionSchema,
  },
  answerRight: {
    method: 'POST',
    path: '/staff/rights-requests/{id}/answer',
    params: { id: personalIdSchema },
    body: answerRightSchema,
    answer: rightVersionSchema,
  },
  arriveAtVisit: {
    method: 'POST',
    path: '/staff/orders/{id}/arrival',
    params: { id: personalIdSchema },
    body: arrivalSchema,
    answer: visitProgressSchema,
  },
  askForTests: {
    method: 'POST',
    path: '/staff/orders/{id}/tests-consent',
    params: { id: personalIdSchema },
    success: 204,
  },
  assignMessage: {
    method: 'PUT',
    path: '/staff/messages/{id}/assignee',
    params: { id: personalIdSchema },
    body: assignMessageSchema,
    answer: messageVersionSchema,
  },
  assignRight: {
    method: 'PUT',
    path: '/staff/rights-requests/{id}/assignee',
    params: { id: personalIdSchema },
    body: assignRightSchema,
    answer: rightVersionSchema,
  },
  cancelAtDesk: {
    method: 'POST',
    path: '/staff/orders/{id}/cancellation',
    params: { id: personalIdSchema },
    body: cancelAtDeskSchema,
    answer: cancelledAtDeskSchema,
  },
  catalogueOverview: { method: 'GET', path: '/staff/catalogue', answer: catalogueOverviewSchema },
  challengeStaffPasskey: { method: 'POST', path: '/staff/passkeys/challenges', answer: passkeyOptionsSchema },
  changeCalendar: {
    method: 'POST',
    path: '/staff/laboratories/{id}/calendar',
    params: { id: catalogueIdParameterSchema },
    body: changeCalendarSchema,
    success: 204,
  },
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
  changeStaffRoles: {
    method: 'PUT',
    path: '/staff/members/{id}/roles',
    params: { id: personalIdSchema },
    body: changeStaffRolesSchema,
    success: 204,
  },
  chooseStaffLocale: { method: 'PUT', path: '/staff/current/locale', body: staffLocaleSchema, success: 204 },
  closeMessage: {
    method: 'PUT',
    path: '/staff/messages/{id}/closed',
    params: { id: personalIdSchema },
    body: closeMessageSchema,
    answer: messageVersionSchema,
  },
  closeOutside: {
    method: 'POST',
    path: '/staff/refunds/{id}/outside',
    params: { id: personalIdSchema },
    body: closeOutsideSchema,
    answer: refundStandsSchema,
  },
  compareStatement: {
    method: 'POST',
    path: '/staff/statements',
    body: statementSchema,
    answer: comparedStatementSchema,
  },
  correctByRight: {
    method: 'PUT',
    path: '/staff/rights-requests/{id}/patients/{patientId}',
    params: { id: personalIdSchema, patientId: personalIdSchema },
    body: correctPatientSchema,
    answer: rightVersionSchema,
  },
  criticalValue: {
    method: 'GET',
    path: '/staff/critical-values/{id}',
    params: { id: personalIdSchema },
    answer: criticalDetailsSchema,
  },
  criticalValues: {
    method: 'GET',
    path: '/staff/critical-values',
    query: { list: 'optional' },
    answer: z.array(criticalHeadSchema),
  },
  currentStaff: { method: 'GET', path: '/staff/current', answer: staffViewerSchema },
  dayClosing: {
    method: 'GET',
    path: '/staff/closings/{date}',
    params: { date: askedDateSchema },
    answer: dayClosingSchema,
  },
  dayClosingCsv: {
    method: 'GET',
    path: '/staff/closings/{date}/csv',
    params: { date: askedDateSchema },
    answer: 'response',
  },
  decideOutside: {
    method: 'POST',
    path: '/staff/refunds/{id}/outside/decision',
    params: { id: personalIdSchema },
    body: decideRefundSchema,
    answer: refundStandsSchema,
  },
  decideRefund: {
    method: 'POST',
    path: '/staff/refunds/{id}/decision',
    params: { id: personalIdSchema },
    body: decideRefundSchema,
    answer: refundStandsSchema,
  },
  deskCalendar: {
    method: 'GET',
    path: '/staff/laboratories/{id}/calendar',
    params: { id: catalogueIdParameterSchema },
    query: { from: 'optional' },
    answer: deskCalendarSchema,
  },
  deskLaboratories: { method: 'GET', path: '/staff/laboratories', answer: z.array(deskLaboratorySchema) },
  deskMessages: {
    method: 'GET',
    path: '/staff/messages',
    query: { list: 'optional' },
    answer: z.array(deskMessageSchema),
  },
  deskOffer: {
    method: 'GET',
    path: '/staff/offers/{kind}/{id}',
    params: { kind: offerKindSchema, id: catalogueIdParameterSchema },
    answer: offerSchema,
  },
  deskOrder: {
    method: 'GET',
    path: '/staff/orders/{id}',
    params: { id: personalIdSchema },
    answer: deskOrderSchema,
  },
  deskRights: {
    method: 'GET',
    path: '/staff/rights-requests',
    query: { list: 'optional' },
    answer: z.array(deskRightsHeadSchema),
  },
  deskThread: {
    method: 'GET',
    path: '/staff/messages/{id}',
    params: { id: personalIdSchema },
    answer: deskThreadSchema,
  },
  deskVisits: {
    method: 'GET',
    path: '/staff/visits',
    query: { date: 'optional', laboratoryId: 'optional', city: 'optional', callableRegionId: 'optional' },
    answer: dayOfVisitsSchema,
  },
  endClientKey: {
    method: 'DELETE',
    path: '/staff/laboratory-clients/{id}/keys',
    params: { id: clientIdSchema },
    body: endClientKeySchema,
    success: 204,
  },
  endLaboratoryClient: {
    method: 'DELETE',
    path: '/staff/laboratory-clients/{id}',
    params: { id: clientIdSchema },
    body: ownPasswordSchema,
    success: 204,
  },
  endRestriction: {
    method: 'POST',
    path: '/staff/rights-requests/{id}/end-of-restriction',
    params: { id: personalIdSchema },
    body: endRestrictionSchema,
    answer: rightVersionSchema,
  },
  endSessionOfStaff: {
    method: 'DELETE',
    path: '/staff/members/{id}/sessions/{sessionId}',
    params: { id: personalIdSchema, sessionId: personalIdSchema },
    success: 204,
  },
  endSessionsByMessage: {
    method: 'DELETE',
    path: '/staff/messages/{id}/account/sessions',
    params: { id: personalIdSchema },
    body: ownPasswordSchema,
    answer: endedSessionsSchema,
  },
  endSessionsByOrder: {
    method: 'DELETE',
    path: '/staff/orders/{id}/account/sessions',
    params: { id: personalIdSchema },
    body: endSessionsByOrderSchema,
    answer: endedSessionsSchema,
  },
  endStaff: {
    method: 'DELETE',
    path: '/staff/members/{id}',
    params: { id: personalIdSchema },
    body: ownPasswordSchema,
    success: 204,
  },
  endStaffSession: {
    method: 'DELETE',
    path: '/staff/current/sessions/{id}',
    params: { id: personalIdSchema },
    body: ownPasswordSchema,
    success: 204,
  },
  entryTexts: {
    method: 'GET',
    path: '/staff/offers/{kind}/{id}/texts',
    params: { kind: offerKindSchema, id: catalogueIdParameterSchema },
    answer: entryTextsSchema,
  },
  eraseByRight: {
    method: 'POST',
    path: '/staff/rights-requests/{id}/erasure',
    params: { id: personalIdSchema },
    body: eraseByRightSchema,
    answer: rightVersionSchema,
  },
  exportByRight: {
    method: 'POST',
    path: '/staff/rights-requests/{id}/export',
    params: { id: personalIdSchema },
    answer: 'response',
  },
  findOffers: {
    method: 'GET',
    path: '/staff/offers/search',
    query: { searchNameTerm: 'required' },
    answer: z.array(namedOfferSchema),
  },
  heldResult: {
    method: 'GET',
    path: '/staff/held-results/{id}',
    params: { id: personalIdSchema },
    answer: heldDetailsSchema,
  },
  heldResults: { method: 'GET', path: '/staff/held-results', answer: heldResultsSchema },
  inviteStaff: { method: 'POST', path: '/staff/members', body: inviteStaffSchema, answer: staffIdSchema },
  inviteStaffAgain: {
    method: 'POST',
    path: '/staff/members/{id}/invitation',
    params: { id: personalIdSchema },
    body: ownPasswordSchema,
    success: 204,
  },
  laboratoryClients: {
    method: 'GET',
    path: '/staff/laboratory-clients',
    answer: z.array(laboratoryClientSchema),
  },
  listPayments: {
    method: 'GET',
    path: '/staff/payments',
    query: { state: 'optional', from: 'optional', to: 'optional', find: 'optional', before: 'optional' },
    answer: paymentPageSchema,
  },
  machineRoom: { method: 'GET', path: '/staff/machine', answer: machineRoomSchema },
  missVisit: {
    method: 'POST',
    path: '/staff/orders/{id}/no-show',
    params: { id: personalIdSchema },
    body: visitVersionSchema,
    answer: visitProgressSchema,
  },
  missingTexts: { method: 'GET', path: '/staff/catalogue/missing-texts', answer: missingTextsSchema },
  moveAtDesk: {
    method: 'POST',
    path: '/staff/orders/{id}/visit',
    params: { id: personalIdSchema },
    body: moveAtDeskSchema,
    answer: visitProgressSchema,
  },
  noteCriticalCall: {
    method: 'POST',
    path: '/staff/critical-values/{id}/calls',
    params: { id: personalIdSchema },
    body: noteCallSchema,
    answer: criticalVersionSchema,
  },
  noteRight: {
    method: 'POST',
    path: '/staff/rights-requests',
    body: noteRightSchema,
    answer: notedRightSchema,
  },
  noteRightStep: {
    method: 'POST',
    path: '/staff/rights-requests/{id}/steps',
    params: { id: personalIdSchema },
    body: noteRightStepSchema,
    answer: rightVersionSchema,
  },
  offersOverview: { method: 'GET', path: '/staff/offers', answer: offersOverviewSchema },
  openInvitation: {
    method: 'POST',
    path: '/staff/invitations/open',
    body: openInvitationSchema,
    answer: staffInvitationSchema,
  },
  openOrderTests: {
    method: 'POST',
    path: '/staff/orders/{id}/tests',
    params: { id: personalIdSchema },
    body: openTestsSchema,
    answer: openedTestsSchema,
  },
  paymentAttention: { method: 'GET', path: '/staff/payments/attention', answer: z.array(attentionSchema) },
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
  readPayment: {
    method: 'GET',
    path: '/staff/payments/{id}',
    params: { id: personalIdSchema },
    answer: paymentDetailsSchema,
  },
  readRights: {
    method: 'GET',
    path: '/staff/rights-requests/{id}',
    params: { id: personalIdSchema },
    answer: deskRightsSchema,
  },
  refusedReport: {
    method: 'GET',
    path: '/staff/refused-reports/{id}',
    params: { id: personalIdSchema },
    answer: refusedReportSchema,
  },
  refusedReports: {
    method: 'GET',
    path: '/staff/refused-reports',
    query: { state: 'optional', reason: 'optional', laboratoryId: 'optional' },
    answer: z.array(refusedReportHeadSchema),
  },
  releaseResult: {
    method: 'POST',
    path: '/staff/held-results/{id}/release',
    params: { id: personalIdSchema },
    body: releaseResultSchema,
    answer: releasedResultSchema,
  },
  removeComingPrice: {
    method: 'POST',
    path: '/staff/coming-prices/{id}/removal',
    params: { id: catalogueIdParameterSchema },
    body: removeComingPriceSchema,
    success: 204,
  },
  removeStaffPasskey: {
    method: 'DELETE',
    path: '/staff/current/passkeys/{id}',
    params: { id: personalIdSchema },
    success: 204,
  },
  removeSynonym: {
    method: 'DELETE',
    path: '/staff/synonyms/{id}',
    params: { id: catalogueIdParameterSchema },
    success: 204,
  },
  repeatJob: {
    method: 'POST',
    path: '/staff/machine/jobs/{queue}/{id}/tries',
    params: { queue: z.string(), id: personalIdSchema },
    success: 204,
  },
  repeatOrderMail: {
    method: 'POST',
    path: '/staff/orders/{id}/mails/{mailId}/repetitions',
    params: { id: personalIdSchema, mailId: personalIdSchema },
    success: 204,
  },
  requestLine: {
    method: 'GET',
    path: '/staff/request-lines/{label}',
    params: { label: requestLabelSchema },
    answer: requestLineSchema,
  },
  requestRefund: {
    method: 'POST',
    path: '/staff/transactions/{id}/refunds',
    params: { id: personalIdSchema },
    body: requestRefundSchema,
    answer: refundStandsSchema,
  },
  resetVisit: {
    method: 'POST',
    path: '/staff/orders/{id}/visit-reset',
    params: { id: personalIdSchema },
    body: visitVersionSchema,
    answer: visitProgressSchema,
  },
  searchAudit: {
    method: 'GET',
    path: '/staff/audit',
    query: {
      staffId: 'optional',
      objectId: 'optional',
      number: 'optional',
      kind: 'optional',
      action: 'optional',
      from: 'optional',
      to: 'optional',
      before: 'optional',
    },
    answer: z.array(auditLineSchema),
  },
  searchOrders: {
    method: 'POST',
    path: '/staff/orders/search',
    body: orderSearchSchema,
    answer: z.array(foundOrderSchema),
  },
  sendRefund: {
    method: 'POST',
    path: '/staff/refunds/{id}/sending',
    params: { id: personalIdSchema },
    answer: refundStandsSchema,
  },
  sessionsOfStaff: {
    method: 'GET',
    path: '/staff/members/{id}/sessions',
    params: { id: personalIdSchema },
    answer: z.array(staffSessionSchema),
  },
  setAsideReport: {
    method: 'PUT',
    path: '/staff/refused-reports/{id}/set-aside',
    params: { id: personalIdSchema },
    body: setAsideReportSchema,
    answer: refusedReportStandsSchema,
  },
  staffLogin: { method: 'POST', path: '/staff/login', body: staffLoginSchema, answer: staffLoggedInSchema },
  staffLogout: { method: 'POST', path: '/staff/logout', success: 204 },
  staffMembers: { method: 'GET', path: '/staff/members', answer: z.array(staffMemberSchema) },
  staffPasskeys: { method: 'GET', path: '/staff/current/passkeys', answer: z.array(passkeySchema) },
  staffSessions: { method: 'GET', path: '/staff/current/sessions', answer: z.array(staffSessionSchema) },
  startStaffPasskey: {
    method: 'POST',
    path: '/staff/current/passkeys/challenges',
    body: ownPasswordSchema,
    answer: passkeyOptionsSchema,
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
  synonymTargets: {
    method: 'GET',
    path: '/staff/synonym-targets',
    query: { searchNameTerm: 'required' },
    answer: z.array(synonymTargetSchema),
  },
  takeSamples: {
    method: 'POST',
    path: '/staff/orders/{id}/samples',
    params: { id: personalIdSchema },
    body: takenSamplesSchema,
    answer: visitProgressSchema,
  },
  tellPresence: {
    method: 'POST',
    path: '/staff/orders/{id}/presence',
    params: { id: personalIdSchema },
    answer: orderPresenceSchema,
  },
  tryRefusedReport: {
    method: 'POST',
    path: '/staff/refused-reports/{id}/tries',
    params: { id: personalIdSchema },
    body: tryRefusedReportSchema,
    answer: refusedReportStandsSchema,
  },
  unansweredQueries: {
    method: 'GET',
    path: '/staff/unanswered-queries',
    answer: z.array(countedQuerySchema),
  },
  uploadCatalogue: {
    method: 'POST',
    path: '/staff/catalogue/editions',
    body: uploadCatalogueSchema,
    answer: editionIdSchema,
  },
  visitSheet: {
    method: 'GET',
    path: '/staff/visits/sheet',
    query: { date: 'optional', laboratoryId: 'optional', city: 'optional', callableRegionId: 'optional' },
    answer: visitSheetSchema,
  },
} as const

/** Every problem that these calls describe. */
export type StaffProblem =
  | 'body_too_large'
  | 'catalogue_refused'
  | 'conflict'
  | 'forbidden'
  | 'idempotency_key_reused'
  | 'invalid_credentials'
  | 'invalid_fields'
  | 'invitation_not_found'
  | 'label_taken'
  | 'malformed_request'
  | 'not_found'
  | 'order_not_cancellable'
  | 'own_refund'
  | 'own_staff_account'
  | 'passkey_refused'
  | 'patient_in_open_order'
  | 'processing_restricted'
  | 'refund_exceeds_payment'
  | 'slot_taken'
  | 'staff_address_taken'
  | 'stale_write'
  | 'statement_unreadable'
  | 'too_many_passkeys'
  | 'too_many_requests'
  | 'unauthorized'
  | 'unknown_laboratory'
  | 'unknown_material'
  | 'unknown_patient'
  | 'unsupported_media_type'
  | 'visit_after_cut_off'
  | 'visit_beyond_horizon'
  | 'visit_day_off'
  | 'visit_in_the_past'
  | 'visit_not_changeable'
  | 'visit_not_open'
  | 'visit_off_the_grid'
  | 'visits_lose_place'
  | 'wrong_password'
  | 'wrong_second_factor'
