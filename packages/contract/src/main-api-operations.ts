// Generated from the main API's description by `npm run client:generate`; a test compares.
import { OPERATIONS as group0 } from './operations/catalogue.ts'
import { OPERATIONS as group1 } from './operations/documents.ts'
import { OPERATIONS as group2 } from './operations/laboratories.ts'
import { OPERATIONS as group3 } from './operations/orders.ts'
import { OPERATIONS as group4 } from './operations/passwords.ts'
import { OPERATIONS as group5 } from './operations/patients.ts'
import { OPERATIONS as group6 } from './operations/personal-data.ts'
import { OPERATIONS as group7 } from './operations/results.ts'
import { OPERATIONS as group8 } from './operations/second-factor.ts'
import { OPERATIONS as group9 } from './operations/sessions.ts'
import { OPERATIONS as group10 } from './operations/support.ts'
import { OPERATIONS as group11 } from './operations/users.ts'
import { OPERATIONS as group12 } from './operations/visits.ts'

export const OPERATIONS = {
  ...group0,
  ...group1,
  ...group2,
  ...group3,
  ...group4,
  ...group5,
  ...group6,
  ...group7,
  ...group8,
  ...group9,
  ...group10,
  ...group11,
  ...group12,
} as const

/** Every problem that these calls describe. */
export type ShopProblem =
  | 'body_too_large'
  | 'cart_empty'
  | 'cart_not_orderable'
  | 'confirmation_token_not_found'
  | 'conflict'
  | 'currency_not_accepted'
  | 'documents_not_accepted'
  | 'email_already_confirmed'
  | 'email_not_confirmed'
  | 'idempotency_key_reused'
  | 'invalid_credentials'
  | 'invalid_fields'
  | 'login_code_required'
  | 'login_step_not_found'
  | 'malformed_request'
  | 'not_found'
  | 'not_ready'
  | 'order_not_cancellable'
  | 'order_not_payable'
  | 'passkey_refused'
  | 'patient_in_open_order'
  | 'payment_provider_unavailable'
  | 'price_changed'
  | 'processing_restricted'
  | 'proof_required'
  | 'reset_token_not_found'
  | 'second_factor_already_on'
  | 'second_factor_required'
  | 'second_factor_stale'
  | 'slot_taken'
  | 'stale_write'
  | 'support_link_not_found'
  | 'too_many_passkeys'
  | 'too_many_patients'
  | 'too_many_requests'
  | 'too_many_shares'
  | 'too_many_unpaid_orders'
  | 'unauthorized'
  | 'undo_token_not_found'
  | 'unknown_laboratory'
  | 'unknown_patient'
  | 'unsupported_media_type'
  | 'user_exists'
  | 'visit_after_cut_off'
  | 'visit_beyond_horizon'
  | 'visit_day_off'
  | 'visit_in_the_past'
  | 'visit_not_changeable'
  | 'visit_not_chosen'
  | 'visit_off_the_grid'
  | 'wrong_password'
  | 'wrong_pin'
  | 'wrong_second_factor'
