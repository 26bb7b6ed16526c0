import { z } from 'zod'
import {
  dateOfBirthSchema,
  emailSchema,
  localeSchema,
  newPasswordSchema,
  personalIdSchema,
  personNameSchema,
  phoneSchema,
  wireGenderSchema,
} from './fields.ts'

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
  .meta({ id: 'Registration' })
export type Registration = z.infer<typeof registrationSchema>

export const loginSchema = z
  .object({ username: z.string().trim().toLowerCase().min(1).max(254), password: z.string().min(1).max(128) })
  .meta({ id: 'Login' })

export const currentUserSchema = z
  .object({
    id: personalIdSchema,
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    phone: z.string().nullable(),
    dateOfBirth: z.string().nullable(),
    gender: wireGenderSchema.nullable(),
    locale: localeSchema,
    documentsToAccept: z
      .array(z.object({ slug: z.string(), version: z.string() }))
      .describe('Documents whose current version the account has not accepted yet'),
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.infer<typeof currentUserSchema>

export const registeredSchema = z
  .object({ accessToken: z.string(), user: currentUserSchema })
  .meta({ id: 'Registered' })
export const loggedInSchema = z.object({ access_token: z.string() }).meta({ id: 'LoggedIn' })

export const editUserSchema = z
  .object({
    firstName: personNameSchema,
    lastName: personNameSchema,
    email: emailSchema,
    phone: phoneSchema.nullish(),
    dateOfBirth: dateOfBirthSchema.nullish(),
    locale: localeSchema.optional(),
  })
  .meta({ id: 'EditUser' })
export type EditUser = z.infer<typeof editUserSchema>

export const requestPasswordResetSchema = z
  .object({ email: emailSchema })
  .meta({ id: 'RequestPasswordReset' })
export const changePasswordSchema = z
  .object({ currentPassword: z.string().min(1).max(128), newPassword: newPasswordSchema })
  .meta({ id: 'ChangePassword' })
export const resetPasswordSchema = z
  .object({ token: z.string().min(1).max(200), newPassword: newPasswordSchema })
  .meta({ id: 'ResetPassword' })
export const activateSchema = z.object({ token: z.string().trim().min(1).max(200) }).meta({ id: 'Activate' })
export const acceptDocumentsSchema = z
  .object({ acceptedDocuments: z.array(acceptedDocumentSchema).min(1).max(20) })
  .meta({ id: 'AcceptDocuments' })
export const eraseAccountSchema = z
  .object({ password: z.string().min(1).max(128) })
  .meta({ id: 'EraseAccount' })

export const sessionSchema = z
  .object({
    id: personalIdSchema,
    createdAt: z.string(),
    lastUsedAt: z.string(),
    userAgent: z.string().nullable(),
    current: z.boolean(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof sessionSchema>
