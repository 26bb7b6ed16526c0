// Generated from the main API's description by `npm run client:generate`; a test compares.
import {
  finishLoginSchema,
  loggedInSchema,
  passkeyAnswerSchema,
  passkeyOptionsSchema,
  recoveryCodesSchema,
  registerPasskeySchema,
  renamePasskeySchema,
  secondFactorSchema,
  startedTotpSchema,
  totpCodeSchema,
} from '../accounts.ts'
import { personalIdSchema } from '../fields.ts'

export const OPERATIONS = {
  addPasskey: {
    method: 'POST',
    path: '/users/current/passkeys',
    body: registerPasskeySchema,
    answer: recoveryCodesSchema,
  },
  challengePasskey: { method: 'POST', path: '/passkeys/challenges', answer: passkeyOptionsSchema },
  finishLogin: {
    method: 'POST',
    path: '/login/second-factor',
    body: finishLoginSchema,
    answer: loggedInSchema,
  },
  loginWithPasskey: {
    method: 'POST',
    path: '/login/passkey',
    body: passkeyAnswerSchema,
    answer: loggedInSchema,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/users/current/passkeys/{id}',
    params: { id: personalIdSchema },
    success: 204,
  },
  renamePasskey: {
    method: 'PUT',
    path: '/users/current/passkeys/{id}',
    params: { id: personalIdSchema },
    body: renamePasskeySchema,
    success: 204,
  },
  renewRecoveryCodes: { method: 'POST', path: '/users/current/recovery-codes', answer: recoveryCodesSchema },
  secondFactor: { method: 'GET', path: '/users/current/second-factor', answer: secondFactorSchema },
  setUpTotp: { method: 'POST', path: '/users/current/totp', answer: startedTotpSchema },
  startPasskey: { method: 'POST', path: '/users/current/passkeys/challenges', answer: passkeyOptionsSchema },
  totpSetUp: { method: 'GET', path: '/users/current/totp', answer: startedTotpSchema },
  turnTotpOff: { method: 'DELETE', path: '/users/current/totp', success: 204 },
  turnTotpOn: {
    method: 'POST',
    path: '/users/current/totp/confirmation',
    body: totpCodeSchema,
    answer: recoveryCodesSchema,
  },
} as const
