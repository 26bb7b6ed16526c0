// What e2e/nonsense.spec.ts sends: nonsense, and every form and call of the shop with valid values.
import { BRANCH, type Customer } from './stage.ts'

export const NASTY = [
  '',
  'a\0b',
  '\u0007\r\nX-Header: 1',
  '\u{1F9EA}\u202e\uffff',
  '__proto__',
  'hasOwnProperty',
  '-1',
  '1e999',
  '9'.repeat(40),
  '9999-12-31T23:59:59.999Z',
  '9999-12-31',
  '0000-00-00',
  '[object Object]',
  '<b>"\'&',
  'ю'.repeat(600),
  // Letters of which nothing is left when the search strips diacritics.
  '\u037a',
  '\ufc5e',
  // Words that occur in addresses.
  'fhir',
  'staff',
  'login',
]
/** Only JSON can contain half of a surrogate pair. */
export const NASTY_JSON = [...NASTY, '\ud800', null, true, -0.5, 1e21, [], {}, ['\0'], { __proto__: 1 }]

/** Every name that a page reads from its query. */
export const QUERY = [
  'addableFlowPage',
  'added',
  'ask',
  'atHome',
  'authMode',
  'backPathKey',
  'category',
  'cursor',
  'day',
  'documentNumber',
  'from',
  'kept',
  'kind',
  'locale',
  'modal',
  'noFasting',
  'notAuthorized',
  'notice',
  'orderId',
  'orderNumber',
  'pages',
  'pathnameToReturn',
  'patientId',
  'ranges',
  'ready',
  'reference',
  'searchNameTerm',
  'sort',
  'state',
  'token',
  'week',
]

/** The customer whose forms and calls these are, and the customer's data. */
export interface Known {
  customer: Customer
  patientId: string
  orderId: string
  /** Start of a free visit, RFC 3339. */
  start: string
}

/** A form's address, its fields with valid values, and the intents of its buttons. */
export interface Form {
  path: string
  fields: Record<string, string>
  intents?: string[]
  isGuests?: true
}

const PERSON = { firstName: 'Anna', lastName: 'Kovaleva', dateOfBirth: '1992-03-08', gender: 'F' }
const ADDRESS = {
  ...{ regionName: 'Минск', street: 'Немига', houseNumber: '12', entranceNumber: '1', floorNumber: '2' },
  ...{ apartmentNumber: '3', addressNotes: '', phone: '+375 29 123 45 67' },
}

export const formsOf = ({ customer, patientId, orderId, start }: Known): Form[] => [
  {
    path: '/login',
    fields: { username: customer.email, password: 'x', pathnameToReturn: '/' },
    isGuests: true,
  },
  {
    path: '/login?state=resetPasswordForm',
    fields: { email: 'a@example.com' },
    intents: ['requestReset'],
    isGuests: true,
  },
  {
    path: '/register',
    fields: { ...PERSON, email: customer.email, password: 'x', acceptedDocuments: 'a@1' },
    isGuests: true,
  },
  {
    path: '/reset-password',
    fields: { token: 'x', newPassword: 'correct horse battery' },
    isGuests: true,
  },
  { path: '/confirm-email', fields: { token: 'x' }, isGuests: true },
  {
    path: '/settings',
    fields: {
      ...PERSON,
      ...{
        email: customer.email,
        phone: '',
        currentPassword: 'x',
        newPassword: 'correct horse',
        code: '123456',
      },
      ...{ password: 'x', locale: 'en', sessionId: 'x' },
    },
    intents: [
      'editProfile',
      'changePassword',
      'chooseLanguage',
      'sendMail',
      'dropPendingEmail',
      'endSession',
      'confirmEmail',
      'eraseAccount',
    ],
  },
  {
    path: '/settings/data-requests',
    fields: { right: 'access', words: 'What do you know?', limit: 'objection' },
    intents: ['', 'endLimit'],
  },
  {
    path: '/settings/security',
    fields: { code: '123456' },
    intents: ['setUpTotp', 'turnTotpOn', 'renewRecoveryCodes', 'turnTotpOff'],
  },
  {
    path: '/settings/security',
    fields: {
      passkey: '{"id":"x","rawId":"x","type":"public-key","response":{}}',
      keyId: 'x',
      keyName: 'Key',
      name: 'Key',
    },
    intents: ['startPasskey', 'addPasskey', 'renamePasskey', 'removePasskey'],
  },
  { path: '/passkey-options', fields: {}, isGuests: true },
  { path: '/confirm-it-is-you', fields: { password: 'x', code: '123456', pathnameToReturn: '/' } },
  { path: '/login/second-step', fields: { code: '123456', pathnameToReturn: '/' }, isGuests: true },
  { path: '/undo-email-change', fields: { token: 'x' }, isGuests: true },
  {
    path: '/support/answer',
    fields: { token: 'x', text: 'More.' },
    intents: ['open', 'reply'],
    isGuests: true,
  },
  { path: '/accept-documents', fields: { acceptedDocuments: 'public-offer@1', pathnameToReturn: '/' } },
  { path: '/patients/create', fields: { ...PERSON, formOwner: 'x' } },
  { path: `/patients/edit/${patientId}`, fields: PERSON, intents: ['savePatient'] },
  {
    path: '/add-to-cart/analysis/1',
    fields: { patientIds: patientId, [`material.${patientId}.1`]: 'buy' },
    intents: ['add'],
  },
  {
    path: '/order/cart',
    fields: { patientId, analysisId: '1', materialId: '1', decision: 'buy' },
    intents: [
      'removePatientAnalysis',
      'removePatient',
      'removeAnalysis',
      'decideMaterial',
      'undo',
      'resetCart',
    ],
  },
  { path: '/order/date-or-call', fields: { kind: 'branch' } },
  {
    path: '/order/call-details',
    fields: { ...ADDRESS, visitDate: start, showDay: '', showWeek: '' },
    intents: ['', 'save'],
  },
  {
    path: '/order/nurse-checkout-time',
    fields: { nurseCheckoutDate: start, showDay: '2026-11-25', showWeek: '2026-11-25' },
  },
  { path: '/order/feedback', fields: { useEmail: 'on', quickPhone: '', another: 'on' } },
  {
    path: '/order/confirm-email',
    fields: { code: '123456' },
    intents: ['confirmEmail', 'sendMail', 'confirm', 'send'],
  },
  {
    path: '/order/data-confirmed',
    fields: { seenTotal: '23.80', idempotencyKey: 'x' },
    intents: ['', 'submit'],
  },
  {
    path: `/orders/${orderId}`,
    fields: { current: start, patientId, [`answer.${patientId}.fasting`]: 'yes' },
    intents: ['again', 'agree', 'answer', 'pay', 'cancel'],
  },
  { path: `/orders/${orderId}/visit`, fields: { current: start, visitDate: start }, intents: ['move'] },
  {
    path: `/test-results/${orderId}/patients/${patientId}`,
    fields: { month: '2027-01-01', analysisResultId: orderId },
    intents: ['planRepeat', 'dropRepeat'],
  },
  {
    path: `/test-results/${orderId}/patients/${patientId}/share`,
    fields: { days: '7', shareId: 'x' },
    intents: ['share', 'revoke'],
  },
  { path: '/shared-results/x', fields: { pin: '123456' }, isGuests: true },
  { path: '/verify-report', fields: { documentNumber: 'x', pages: '1' }, isGuests: true },
  {
    path: '/support',
    fields: {
      name: 'Anna',
      email: customer.email,
      phone: '',
      message: 'Help',
      orderNumber: '',
      topic: 'other',
    },
  },
  { path: '/laboratory', fields: { laboratoryId: '1', quick: 'firstCallable' } },
  { path: '/locale', fields: { locale: 'en', pathnameToReturn: '/' } },
  { path: '/cookie-consent?pathnameToReturn=%2F', fields: {} },
  { path: '/logout', fields: {}, isGuests: true },
  { path: '/search', fields: { x: 'y' } },
  { path: '/nowhere', fields: {} },
]

export const callsOf = ({ patientId, start }: Known): [path: string, body: Record<string, unknown>][] => [
  ['cart/add-to-cart', { analysisId: 1, patientIds: [patientId], updateToIsBoughtOptionalMaterialMap: {} }],
  ['cart/add-profile-to-cart', { profileId: 1, patientIds: [patientId] }],
  ['cart/remove-patient-analysis', { patientId, analysisId: 1 }],
  ['order/set-nurse-checkout-date', { nurseCheckoutDate: start }],
  [
    'order/set-call-details',
    {
      callStructureParams: {
        ...{ callableRegionId: 1, phone: '+375 29 123 45 67', visitDate: start },
        address: { locality: 'Минск', street: 'Немига', houseNumber: '12', addressNotes: 'x' },
      },
    },
  ],
  ['order/set-feedback', { feedbackDetails: { useEmail: true, usePhone: true, quickPhone: '' } }],
  ['order/create', { laboratoryId: BRANCH }],
  ['search/unanswered', { searchNameTerm: 'ferritin' }],
]

export const READ_CALLS = ['cart/get-cart', 'cart/reset-cart', 'order/get-details']
/** The item to remove is in the query. */
export const REMOVALS = ['cart/remove-patient', 'cart/remove-analysis']
