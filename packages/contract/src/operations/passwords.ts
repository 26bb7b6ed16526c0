// Generated from the main API's description by `npm run client:generate`; a test compares.
import { changePasswordSchema, requestPasswordResetSchema, resetPasswordSchema } from '../accounts.ts'

export const OPERATIONS = {
  changePassword: { method: 'PUT', path: '/users/password', body: changePasswordSchema, success: 200 },
  requestPasswordReset: {
    method: 'POST',
    path: '/users/password',
    body: requestPasswordResetSchema,
    success: 200,
  },
  resetPassword: { method: 'POST', path: '/users/password/reset', body: resetPasswordSchema, success: 204 },
} as const
