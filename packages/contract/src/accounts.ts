import { VISIT_KINDS } from '@shop/domain/laboratory'
import { z } from 'zod'
import {
  dateOfBirthSchema,
  emailSchema,
  instantSchema,
  localeSchema,
  newPasswordSchema,
  personalIdSchema,
  personNameSchema,
  phoneSchema,
  textSchema,
  typedPasswordSchema,
  wireGenderSchema,
  wireMoneySchema,
} from './fields.ts'
import { LONGEST_EMAIL, LONGEST_PASSKEY_NAME, LONGEST_SECOND_FACTOR_CODE } from './input-lengths.ts'
import { Problem } from './problem.ts'

export const acceptedDocumentSchema = z.object({ slug: z.string().max(80), version: z.string().max(20) })

export const registrationSchema = z
  .object({
    email: emailSchema,
    password: newPasswordSchema,
    firstName: personNameSchema,
    lastName: personNameSchema,
    phone: phoneSchema.nullish(),
    dateOfBirth: dateOfBirthSchema.nullish(),
    gender: wireGenderSchema.nullish(),
    locale: localeSchema.optional(),
    acceptedDocuments: z.array(acceptedDocumentSchema).max(20),
  })
  .meta({
    id: 'Registration',
    example: {
      email: 'anna@example.com',
      password: 'plum harbour 47 lantern',
      firstName: 'Anna',
      lastName: 'Kowalska',
      phone: '+375 29 123-45-67',
      dateOfBirth: '1990-04-12',
      gender: 'F',
      locale: 'en',
      acceptedDocuments: [
        { slug: 'public-offer', version: '1.0' },
        { slug: 'health-data-consent', version: '1.0' },
      ],
    },
  })
export type Registration = z.infer<typeof registrationSchema>

export const loginSchema = z
  .object({
    username: textSchema.toLowerCase().min(1).max(LONGEST_EMAIL),
    password: typedPasswordSchema,
    code: textSchema
      .max(20)
      .optional()
      .describe('The six digits from the mail, after an answer of `login_code_required`'),
    codeRequest: z
      .string()
      .max(200)
      .optional()
      .describe(
        'Sent with the digits: the `codeRequest` of `login_code_required`. They are valid only together',
      ),
  })
  .meta({
    id: 'Login',
    example: { username: 'anna@example.com', password: 'plum harbour 47 lantern' },
  })

export const currentUserSchema = z
  .object({
    id: personalIdSchema,
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    pendingEmail: z.string().nullable().describe('A new address, not used until it is confirmed'),
    hasSecondFactor: z.boolean().describe('Login and results require a code or a passkey'),
    phone: z.string().nullable(),
    dateOfBirth: z.string().nullable(),
    gender: wireGenderSchema.nullable(),
    locale: localeSchema,
    isRestricted: z
      .boolean()
      .optional()
      .describe('Processing of the data is restricted: nothing can be ordered until the owner ends that'),
    documentsToAccept: z
      .array(z.object({ slug: z.string(), version: z.string() }))
      .describe('Documents whose current version the account has not accepted yet'),
    waitingOrder: z
      .object({
        id: personalIdSchema,
        number: z.string(),
        total: wireMoneySchema,
        expiresAt: instantSchema,
        visitStart: instantSchema
          .optional()
          .describe('The main API of the previous release does not send it'),
        visitKind: z
          .enum(VISIT_KINDS)
          .optional()
          .describe('The main API of the previous release does not send it'),
      })
      .nullable()
      .describe('The newest order awaiting payment; it holds its place until `expiresAt`'),
  })
  .meta({
    id: 'CurrentUser',
    example: {
      id: '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10',
      username: 'anna@example.com',
      firstName: 'Anna',
      lastName: 'Kowalska',
      email: 'anna@example.com',
      emailConfirmed: true,
      pendingEmail: null,
      hasSecondFactor: false,
      phone: '+375 29 123-45-67',
      dateOfBirth: '1990-04-12',
      gender: 'F',
      locale: 'en',
      isRestricted: false,
      documentsToAccept: [],
      waitingOrder: null,
    },
  })
export type CurrentUser = z.infer<typeof currentUserSchema>

export const registeredSchema = z
  .object({ accessToken: z.string(), user: currentUserSchema })
  .meta({ id: 'Registered' })
export const loggedInSchema = z.object({ access_token: z.string() }).meta({
  id: 'LoggedIn',
  example: { access_token: 'g3Xw1Zr9c0m8V4yq7Tn2Lb5KdHs6PjUaEiRoFvQkYtM' },
})

export const editUserSchema = z
  .object({
    firstName: personNameSchema,
    lastName: personNameSchema,
    email: emailSchema,
    phone: phoneSchema.nullish(),
    dateOfBirth: dateOfBirthSchema.nullish(),
    locale: localeSchema.optional(),
  })
  .meta({
    id: 'EditUser',
    example: {
      firstName: 'Anna',
      lastName: 'Kowalska',
      email: 'anna@example.com',
      phone: '+375 29 123-45-67',
      dateOfBirth: '1990-04-12',
      locale: 'ru',
    },
  })
export type EditUser = z.infer<typeof editUserSchema>

export const requestPasswordResetSchema = z.object({ email: emailSchema }).meta({
  id: 'RequestPasswordReset',
  example: { email: 'anna@example.com' },
})
export const changePasswordSchema = z
  .object({
    currentPassword: typedPasswordSchema
      .optional()
      .describe('May be omitted within ten minutes of using a passkey in this session'),
    newPassword: newPasswordSchema,
  })
  .meta({
    id: 'ChangePassword',
    example: { currentPassword: 'plum harbour 47 lantern', newPassword: 'seven quiet bridges 12' },
  })
export const resetPasswordSchema = z
  .object({ token: z.string().min(1).max(200), newPassword: newPasswordSchema })
  .meta({
    id: 'ResetPassword',
    example: { token: 'g3Xw1Zr9c0m8V4yq7Tn2Lb5KdHs6PjUaEiRoFvQkYtM', newPassword: 'seven quiet bridges 12' },
  })
export const activateSchema = z
  .object({
    token: textSchema.min(1).max(200),
    onlyOwn: z
      .boolean()
      .optional()
      .describe(
        'The link must belong to the signed-in account; one of another account is not found and stays valid',
      ),
  })
  .meta({ id: 'Activate', example: { token: '493027' } })
export const undoEmailChangeSchema = z.object({ token: z.string().min(1).max(200) }).meta({
  id: 'UndoEmailChange',
  example: { token: 'g3Xw1Zr9c0m8V4yq7Tn2Lb5KdHs6PjUaEiRoFvQkYtM' },
})
/** What a browser's passkey has signed: the JSON of `PublicKeyCredential`, which the WebAuthn library checks. */
const credentialSchema = z.looseObject({
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
})
const CREDENTIAL = {
  id: 'g3Xw1Zr9c0m8V4yq7Tn2Lb5KdHs6PjUa',
  rawId: 'g3Xw1Zr9c0m8V4yq7Tn2Lb5KdHs6PjUa',
  type: 'public-key' as const,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
  clientExtensionResults: {},
}
const CHALLENGE_ID = '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10'
export const passkeyOptionsSchema = z
  .object({
    challengeId: personalIdSchema,
    options: z.record(z.string(), z.unknown()).describe('For `navigator.credentials`, as JSON'),
  })
  .meta({ id: 'PasskeyOptions' })
export const passkeyAnswerSchema = z
  .object({ challengeId: personalIdSchema, response: credentialSchema })
  .meta({ id: 'PasskeyAnswer', example: { challengeId: CHALLENGE_ID, response: CREDENTIAL } })
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>
/**
 * The browser's signed passkey answer, which the button's script put into the form. @throws Problem `passkey_refused`
 */
export function readPasskeyAnswer(text: string | undefined): PasskeyAnswer {
  try {
    return passkeyAnswerSchema.parse(JSON.parse(text ?? ''))
  } catch {
    throw new Problem('passkey_refused')
  }
}
const passkeyNameSchema = textSchema.min(1).max(LONGEST_PASSKEY_NAME)
export const registerPasskeySchema = z
  .object({ challengeId: personalIdSchema, response: credentialSchema, name: passkeyNameSchema })
  .meta({
    id: 'RegisterPasskey',
    example: { challengeId: CHALLENGE_ID, response: CREDENTIAL, name: 'My phone' },
  })
export const renamePasskeySchema = z
  .object({ name: passkeyNameSchema })
  .meta({ id: 'RenamePasskey', example: { name: 'My phone' } })
export const passkeySchema = z
  .object({
    id: personalIdSchema,
    name: z.string(),
    isSynced: z.boolean().describe("Whether it may be shared with the owner's other devices"),
    createdAt: instantSchema,
    lastUsedAt: instantSchema.nullable(),
  })
  .meta({ id: 'Passkey' })

const secondFactorCodeSchema = textSchema
  .min(1)
  .max(LONGEST_SECOND_FACTOR_CODE)
  .describe('Six digits of the authenticator app, or a recovery code')
export const proofSchema = z
  .object({
    password: typedPasswordSchema.optional(),
    code: secondFactorCodeSchema.optional(),
    passkey: passkeyAnswerSchema.optional(),
  })
  .meta({
    id: 'Proof',
    description:
      'The password, with the code if the account has a second factor; or a passkey, which counts as both; or the code alone, which renews only the second factor',
    example: { password: 'plum harbour 47 lantern' },
  })
export const finishLoginSchema = z
  .object({ loginStep: z.string().min(1).max(200), code: secondFactorCodeSchema })
  .meta({
    id: 'FinishLogin',
    example: { loginStep: 'g3Xw1Zr9c0m8V4yq7Tn2Lb5KdHs6PjUaEiRoFvQkYtM', code: '493027' },
  })
export const totpCodeSchema = z.object({ code: secondFactorCodeSchema }).meta({
  id: 'TotpCode',
  example: { code: '493027' },
})
export const startedTotpSchema = z
  .object({
    secret: z.string().describe('Base32, for typing into the app'),
    uri: z.string().describe('`otpauth:` address, for a QR code'),
  })
  .meta({ id: 'StartedTotp' })
export const recoveryCodesSchema = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .describe('Shown only once; empty if the account’s existing codes stay valid'),
  })
  .meta({ id: 'RecoveryCodes' })
export const secondFactorSchema = z
  .object({
    totpSince: instantSchema.nullable().describe('Since when codes from an authenticator app are required'),
    passkeys: z.array(passkeySchema),
    recoveryCodesLeft: z.int(),
    provenWithPasskey: z
      .boolean()
      .describe(
        'This session has just used a passkey: changing the password and erasing the account need no password',
      ),
  })
  .meta({
    id: 'SecondFactor',
    example: {
      totpSince: '2026-03-02T08:15:00.000Z',
      passkeys: [],
      recoveryCodesLeft: 10,
      provenWithPasskey: false,
    },
  })
export const acceptDocumentsSchema = z
  .object({ acceptedDocuments: z.array(acceptedDocumentSchema).min(1).max(20) })
  .meta({
    id: 'AcceptDocuments',
    example: { acceptedDocuments: [{ slug: 'public-offer', version: '1.0' }] },
  })
export const eraseAccountSchema = z
  .object({
    password: typedPasswordSchema
      .optional()
      .describe('May be omitted within ten minutes of using a passkey in this session'),
  })
  .meta({ id: 'EraseAccount', example: { password: 'plum harbour 47 lantern' } })

export const sessionSchema = z
  .object({
    id: personalIdSchema,
    createdAt: z.string(),
    lastUsedAt: z.string(),
    userAgent: z.string().nullable(),
    current: z.boolean(),
  })
  .meta({
    id: 'Session',
    example: {
      id: '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10',
      createdAt: '2026-03-02T08:15:00.000Z',
      lastUsedAt: '2026-03-09T17:40:12.000Z',
      userAgent: 'Mozilla/5.0 (Android 15; Mobile)',
      current: true,
    },
  })

export const userIdsSchema = z.object({ userIds: z.array(z.string().max(64)).max(1_000) }).meta({
  id: 'UserIds',
  example: { userIds: ['0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10'] },
})
