// The tables with personal data, and how each row refers to its owner: by the account itself or by a parent
// row.
// One list, for the tests of statements and of keys, of what a database split by account would have to move
// together.

/** By table: the column that leads to the owner, and the table it refers to; for `user_account` its own id. */
export const OWNER_BY_TABLE = {
  user_account: ['id', 'user_account'],
  patient: ['user_id', 'user_account'],
  access_token: ['user_id', 'user_account'],
  mailed_secret: ['user_id', 'user_account'],
  former_email: ['user_id', 'user_account'],
  accepted_document: ['user_id', 'user_account'],
  totp: ['user_id', 'user_account'],
  passkey: ['user_id', 'user_account'],
  recovery_code: ['user_id', 'user_account'],
  login_step: ['user_id', 'user_account'],
  webauthn_challenge: ['user_id', 'user_account'],
  support_message: ['user_id', 'user_account'],
  rights_request: ['user_id', 'user_account'],
  customer_order: ['user_id', 'user_account'],
  order_patient: ['order_id', 'customer_order'],
  order_line: ['order_id', 'customer_order'],
  order_history: ['order_id', 'customer_order'],
  order_mail: ['order_id', 'customer_order'],
  tests_consent: ['order_id', 'customer_order'],
  service_request: ['order_id', 'customer_order'],
  visit_answer: ['order_id', 'customer_order'],
  visit_progress: ['order_id', 'customer_order'],
  taken_specimen: ['order_id', 'customer_order'],
  desk_event: ['order_id', 'customer_order'],
  order_presence: ['order_id', 'customer_order'],
  payment_attempt: ['order_id', 'customer_order'],
  payment_transaction: ['order_id', 'customer_order'],
  payment_refund: ['transaction_id', 'payment_transaction'],
  payment_event: ['attempt_id', 'payment_attempt'],
  test_result: ['user_id', 'user_account'],
  analysis_result: ['test_result_id', 'test_result'],
  observation: ['analysis_result_id', 'analysis_result'],
  received_report: ['analysis_result_id', 'analysis_result'],
  report_identifier: ['analysis_result_id', 'analysis_result'],
  report_document: ['test_result_id', 'test_result'],
  critical_call: ['analysis_result_id', 'analysis_result'],
  result_share: ['user_id', 'user_account'],
  result_share_view: ['share_id', 'result_share'],
  planned_repeat: ['user_id', 'user_account'],
  support_entry: ['message_id', 'support_message'],
  support_link: ['message_id', 'support_message'],
  rights_step: ['request_id', 'rights_request'],
} as const

export type PeopleTable = keyof typeof OWNER_BY_TABLE

/**
 * In these tables the account is the owner for good: the column is never cleared, and the row is deleted with
 * the account or keeps its id.
 */
const ACCOUNT_IS_OWNER: readonly PeopleTable[] = [
  'patient',
  'access_token',
  'mailed_secret',
  'former_email',
  'accepted_document',
  'totp',
  'passkey',
  'recovery_code',
  'login_step',
  'result_share',
  'planned_repeat',
]

/** The column of the owner that outlives an erasure. */
export function ownerColumn(table: PeopleTable): 'id' | 'user_id' | 'owner_id' {
  if (table === 'user_account') return 'id'
  return ACCOUNT_IS_OWNER.includes(table) ? 'user_id' : 'owner_id'
}

/** Leads to the owner of what people show or quote; contains nothing else. */
export const DIRECTORY = 'owner_directory'

/** By table: the key, as SQL, under which the directory lists its rows. */
export const DIRECTED = {
  access_token: 'token_hash',
  login_step: 'token_hash',
  mailed_secret: 'token_hash',
  passkey: 'credential_id',
  user_account: 'case when email_confirmed_at is not null then email end',
  support_message: 'reference',
  support_link: 'token_hash',
  rights_request: 'reference',
  customer_order: 'number',
  taken_specimen: 'label',
  payment_attempt: `provider || ':' || token`,
  payment_transaction: `provider || ':' || transaction_id`,
  payment_event: `provider || ':' || provider_event_id`,
  report_identifier: 'identifier',
  report_document: 'code',
  result_share: 'token_hash',
} as const satisfies Partial<Record<PeopleTable, string>>

/** Tables without personal data of customers: the catalogue, the network's own people and clients, keys, counts. */
export const NOT_OF_PEOPLE: readonly string[] = [
  'added_synonym',
  'analysis',
  'assortment',
  'attempt',
  'callable_region',
  'catalogue_edition',
  'catalogue_version',
  'category',
  'coming_price',
  'data_key',
  'laboratory',
  'laboratory_calendar',
  'laboratory_client',
  'laboratory_client_key',
  'laboratory_client_token',
  'material',
  'price',
  'price_list',
  'profile',
  'reason',
  'rule',
  'staff_account',
  'staff_challenge',
  'staff_grant',
  'staff_invitation',
  'staff_passkey',
  'staff_session',
  'translation',
  'unanswered_query',
  'unanswered_query_sign',
  'used_assertion',
  'visit_slot',
  'withheld_offer',
  // Stored and dropped by months; the person concerned is a column without a key.
  'audit_entry',
  // The owner of a report that fits no order is unknown.
  'refused_report',
]
