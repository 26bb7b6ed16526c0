import type { ShopProblem } from '@shop/contract/main-api-operations'
import { Problem, type ProblemCode } from '@shop/contract/problem'
import { CART_LINE_LIMIT } from '@shop/domain/add-to-cart'
import { VISIT_HORIZON_DAYS } from '@shop/domain/visit-slots'
import type { FormLink, FormMessage } from '../forms/form-failure.ts'
import { pathOf } from '../navigation/navigation.ts'

/** What has happened, what to do next, or both. */
type OwnWords =
  | { title: FormMessage; reasons?: readonly FormMessage[] }
  | { title?: undefined; reasons: readonly [FormMessage, ...FormMessage[]] }

/**
 * Where a problem is shown, and in which words.
 * login: at the login page, which leads back. proof: at the page that asks for a new proof of identity, which leads
 * back. page: by the page's status (`ErrorPage` has the words). form: above the form, in a dialog too. field: beside
 * the first of `fields` that the form has, else above the form. fields: beside each field that it names, in the
 * field's words. wait: above the form, with the time to wait. redirect: nowhere, the action leads to another page.
 * desk: nowhere, only calls of the desk get it.
 */
export type ProblemWords =
  | { place: 'login' }
  | { place: 'proof' }
  | { place: 'page' }
  | ({ place: 'form'; link?: FormLink } & OwnWords)
  | {
      place: 'field'
      fields: readonly string[]
      message: FormMessage
      title?: FormMessage
      reasons?: readonly FormMessage[]
    }
  | { place: 'fields' }
  | { place: 'wait' }
  | { place: 'redirect' }
  | { place: 'desk' }

/** How long to wait after too many attempts; a minute if the answer does not say. */
export function tooManyTries(retryAfter: number | null) {
  const seconds = Math.max(1, Math.ceil(retryAfter ?? 60))
  return seconds < 60
    ? ({ key: 'forms.tooManyTriesSeconds', count: seconds } as const)
    : ({ key: 'forms.tooManyTriesMinutes', count: Math.ceil(seconds / 60) } as const)
}

/** A sentence about the order, above the form. */
function sentence<Key extends FormMessage['key']>(key: Key) {
  return { place: 'form', title: { key } } as const
}

/** Another time must be chosen. */
function visit<Message extends FormMessage>(message: Message) {
  return { place: 'field', fields: ['visitDate', 'nurseCheckoutDate'], message, title: message } as const
}

const ORDERS = { to: pathOf('orders'), key: 'order.list.title' } as const

/** Under the form's own title. */
export const OUR_SIDE = { place: 'form', reasons: [{ key: 'forms.serverFailed' }] } as const

/**
 * Every problem of the contract. A new code does not compile until it has words and a place here; one that a call of
 * the shop can get cannot be left to the desk.
 */
export const PROBLEMS = {
  malformed_request: OUR_SIDE,
  user_exists: { place: 'field', fields: ['email'], message: { key: 'messages:suchUserExists' } },
  unauthorized: { place: 'login' },
  invalid_credentials: {
    place: 'field',
    fields: ['password'],
    message: { key: 'account.login.checkPassword' },
    title: { key: 'messages:notAuthorized' },
    reasons: [{ key: 'account.login.checkEmailAndPassword' }],
  },
  login_code_required: {
    place: 'field',
    fields: ['code'],
    message: { key: 'account.login.codeSent' },
    title: { key: 'account.login.codeNeeded' },
    reasons: [{ key: 'account.login.codeWhy' }],
  },
  // Leads to the second step.
  second_factor_required: { place: 'redirect' },
  proof_required: { place: 'proof' },
  second_factor_stale: { place: 'proof' },
  not_found: { place: 'page' },
  confirmation_token_not_found: {
    place: 'field',
    fields: ['code'],
    message: { key: 'account.confirm.wrongCode' },
    title: { key: 'messages:emailConfirmationTokenNotFound' },
  },
  forbidden: { place: 'desk' },
  invitation_not_found: { place: 'desk' },
  staff_address_taken: { place: 'desk' },
  own_staff_account: { place: 'desk' },
  visit_not_open: { place: 'desk' },
  label_taken: { place: 'desk' },
  visit_not_changeable: sentence('order.problem.visit_not_changeable'),
  own_refund: { place: 'desk' },
  refund_exceeds_payment: { place: 'desk' },
  visits_lose_place: { place: 'desk' },
  statement_unreadable: { place: 'desk' },
  catalogue_refused: { place: 'desk' },
  undo_token_not_found: { place: 'form', reasons: [{ key: 'account.undo.linkSpent' }] },
  support_link_not_found: { place: 'form', reasons: [{ key: 'documents.support.guest.over' }] },
  // Leads back to the password.
  login_step_not_found: { place: 'redirect' },
  reset_token_not_found: { place: 'form', reasons: [{ key: 'account.reset.linkSpent' }] },
  method_not_allowed: { place: 'page' },
  conflict: { place: 'form', reasons: [{ key: 'forms.problem.conflict' }] },
  stale_write: sentence('order.problem.stale_write'),
  email_already_confirmed: sentence('messages:emailIsAlreadyConfirmed'),
  second_factor_already_on: sentence('account.security.alreadyOn'),
  patient_in_open_order: {
    place: 'form',
    title: { key: 'patients.notDeleted' },
    reasons: [{ key: 'patients.inOpenOrder' }],
  },
  email_not_confirmed: sentence('order.problem.email_not_confirmed'),
  documents_not_accepted: sentence('order.problem.documents_not_accepted'),
  visit_not_chosen: visit({ key: 'order.problem.visit_not_chosen' }),
  slot_taken: visit({ key: 'order.problem.slot_taken' }),
  price_changed: sentence('order.problem.price_changed'),
  cart_empty: sentence('order.problem.cart_empty'),
  cart_not_orderable: sentence('order.problem.cart_not_orderable'),
  cart_full: { place: 'form', title: { key: 'cart:add.outcome.full', count: CART_LINE_LIMIT } },
  order_not_cancellable: sentence('order.problem.order_not_cancellable'),
  order_not_payable: sentence('order.problem.order_not_payable'),
  processing_restricted: {
    ...sentence('order.problem.processing_restricted'),
    link: { to: pathOf('dataRequests'), key: 'account.rights.title' },
  },
  too_many_unpaid_orders: { ...sentence('order.problem.too_many_unpaid_orders'), link: ORDERS },
  too_many_patients: sentence('patients.tooMany'),
  too_many_passkeys: sentence('account.passkey.tooMany'),
  too_many_shares: {
    place: 'form',
    title: { key: 'results.share.tooMany' },
    reasons: [{ key: 'results.share.tooManyText' }],
  },
  currency_not_accepted: sentence('order.problem.currency_not_accepted'),
  idempotency_key_reused: { ...sentence('order.problem.idempotency_key_reused'), link: ORDERS },
  body_too_large: { place: 'form', reasons: [{ key: 'forms.problem.body_too_large' }] },
  unsupported_media_type: { place: 'page' },
  invalid_fields: { place: 'fields' },
  wrong_password: {
    place: 'field',
    fields: ['currentPassword', 'password'],
    message: { key: 'forms.wrong.currentPassword' },
  },
  wrong_second_factor: {
    place: 'field',
    fields: ['code'],
    message: { key: 'account.secondStep.wrongCode' },
    title: { key: 'forms.checkFields' },
  },
  passkey_refused: {
    place: 'form',
    title: { key: 'account.passkey.refused' },
    reasons: [{ key: 'account.passkey.tryAgain' }],
  },
  wrong_pin: {
    place: 'field',
    fields: ['pin'],
    message: { key: 'results.shared.tryAgain' },
    title: { key: 'results.shared.wrongPin' },
  },
  analysis_has_no_price: sentence('order.problem.unknown_analysis'),
  unknown_analysis: sentence('order.problem.unknown_analysis'),
  unknown_patient: sentence('order.problem.unknown_patient'),
  unknown_material: sentence('order.problem.unknown_material'),
  unknown_laboratory: sentence('order.problem.unknown_laboratory'),
  visit_in_the_past: visit({ key: 'order.problem.visit_in_the_past' }),
  visit_day_off: visit({ key: 'order.problem.visit_day_off' }),
  visit_off_the_grid: visit({ key: 'order.problem.visit_off_the_grid' }),
  visit_beyond_horizon: visit({ key: 'order.problem.visit_beyond_horizon', count: VISIT_HORIZON_DAYS }),
  visit_after_cut_off: visit({ key: 'order.problem.visit_after_cut_off' }),
  too_many_requests: { place: 'wait' },
  internal_error: OUR_SIDE,
  payment_provider_unavailable: sentence('order.problem.payment_provider_unavailable'),
  not_ready: OUR_SIDE,
  nothing_offered: sentence('shell.error.notOpen.text'),
  main_api_unavailable: { place: 'form', reasons: [{ key: 'forms.unreachable' }] },
} as const satisfies Record<ProblemCode, ProblemWords> &
  Record<ShopProblem, Exclude<ProblemWords, { place: 'desk' }>>

const AT_THE_FORM: readonly ProblemWords['place'][] = ['form', 'fields', 'wait']

/** The words for a refusal by the shop itself at a form; null for one that is shown elsewhere, or is not ours. */
export function refusalWords(error: unknown) {
  if (!(error instanceof Problem) || error.status >= 500) return null
  const words: ProblemWords = PROBLEMS[error.code]
  if (!AT_THE_FORM.includes(words.place)) return null
  return { place: words.place, title: words.place === 'form' ? words.title : undefined }
}
