// Generated from the main API's description by `npm run client:generate`; a test compares.
import { OPERATIONS as group0 } from './operations/desk-calendar.ts'
import { OPERATIONS as group1 } from './operations/desk-catalogue.ts'
import { OPERATIONS as group3 } from './operations/desk-laboratory.ts'
import { OPERATIONS as group2 } from './operations/desk-laboratory-systems.ts'
import { OPERATIONS as group4 } from './operations/desk-machine-room.ts'
import { OPERATIONS as group5 } from './operations/desk-messages.ts'
import { OPERATIONS as group6 } from './operations/desk-money.ts'
import { OPERATIONS as group7 } from './operations/desk-orders.ts'
import { OPERATIONS as group8 } from './operations/desk-peoples-rights.ts'
import { OPERATIONS as group9 } from './operations/desk-search.ts'
import { OPERATIONS as group10 } from './operations/desk-sessions.ts'
import { OPERATIONS as group11 } from './operations/desk-staff.ts'
import { OPERATIONS as group12 } from './operations/desk-visits.ts'

export const STAFF_OPERATIONS = {
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
export const STAFF_PROBLEMS = [
  'body_too_large',
  'catalogue_refused',
  'conflict',
  'forbidden',
  'idempotency_key_reused',
  'invalid_credentials',
  'invalid_fields',
  'invitation_not_found',
  'label_taken',
  'malformed_request',
  'not_found',
  'order_not_cancellable',
  'own_refund',
  'own_staff_account',
  'passkey_refused',
  'patient_in_open_order',
  'processing_restricted',
  'refund_exceeds_payment',
  'slot_taken',
  'staff_address_taken',
  'stale_write',
  'statement_unreadable',
  'too_many_passkeys',
  'too_many_requests',
  'unauthorized',
  'unknown_laboratory',
  'unknown_material',
  'unknown_patient',
  'unsupported_media_type',
  'visit_after_cut_off',
  'visit_beyond_horizon',
  'visit_day_off',
  'visit_in_the_past',
  'visit_not_changeable',
  'visit_not_open',
  'visit_off_the_grid',
  'visits_lose_place',
  'wrong_password',
  'wrong_second_factor',
] as const
export type StaffProblem = (typeof STAFF_PROBLEMS)[number]
