import {
  ROLES_OF_THE_NETWORK,
  STAFF_PERMISSIONS,
  STAFF_ROLES,
  type StaffPermission,
} from '@shop/domain/staff'
import { z } from 'zod'
import { passkeyAnswerSchema } from './accounts.ts'
import { LISTED } from './desk.ts'
import {
  askedDateSchema,
  catalogueIdSchema,
  emailSchema,
  instantSchema,
  localeSchema,
  newPasswordSchema,
  personalIdSchema,
  personNameSchema,
  textSchema,
  typedPasswordSchema,
} from './fields.ts'
import { LONGEST_ENDING_REASON, SHORTEST_ENDING_REASON } from './input-lengths.ts'

const staffRoleSchema = z.enum(STAFF_ROLES)
const staffPermissionSchema = z.enum(Object.keys(STAFF_PERMISSIONS) as [StaffPermission])

const grantSchema = z
  .object({
    role: staffRoleSchema,
    laboratoryIds: z
      .array(catalogueIdSchema)
      .min(1)
      .max(500)
      .nullable()
      .describe('Where the role applies; null: at every laboratory'),
  })
  .refine(({ role, laboratoryIds }) => laboratoryIds === null || !ROLES_OF_THE_NETWORK.includes(role), {
    path: ['laboratoryIds'],
    message: 'this role applies at every laboratory',
  })
const staffGrantsSchema = z
  .array(grantSchema)
  .min(1)
  .max(STAFF_ROLES.length)
  .refine((grants) => new Set(grants.map(({ role }) => role)).size === grants.length, 'each role once')

/** Six digits, grouped in any way by an app or a person. */
const appCodeSchema = z
  .string()
  .max(20)
  .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'six digits expected'))
const linkTokenSchema = z.string().min(1).max(100)

export const staffLoginSchema = z
  .object({
    email: emailSchema,
    password: typedPasswordSchema,
    code: appCodeSchema.optional(),
    passkey: passkeyAnswerSchema.optional(),
  })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
    path: ['code'],
    message: 'either the code of the app or a passkey',
  })
  .meta({
    id: 'StaffLogin',
    description: 'With the code of the app, or with a passkey of the desk instead',
    example: { email: 'olga@laboratory.example', password: 'plum harbour 47 lantern', code: '123456' },
  })
export type StaffLogin = z.output<typeof staffLoginSchema>

/** For what a session alone may not do: the account's own password is sent as well. */
export const ownPasswordSchema = z
  .object({ password: typedPasswordSchema })
  .meta({ id: 'OwnPassword', example: { password: 'plum harbour 47 lantern' } })

/** Why an account is logged out, sent with the own password. */
export const endSessionsByOrderSchema = ownPasswordSchema
  .extend({ reason: textSchema.min(SHORTEST_ENDING_REASON).max(LONGEST_ENDING_REASON) })
  .meta({
    id: 'EndSessionsByOrder',
    example: { password: 'plum harbour 47 lantern', reason: 'Asked for on the telephone: a lost phone.' },
  })
export const endedSessionsSchema = z
  .object({
    ended: z.int().nullable().describe('How many sessions; null: there is no account, or it has been erased'),
  })
  .meta({ id: 'EndedSessions' })
export type EndedSessions = z.infer<typeof endedSessionsSchema>

export const staffLoggedInSchema = z
  .object({
    accessToken: z.string(),
    expiresAt: instantSchema.describe('The latest end; the session ends earlier if there are no calls'),
    locale: localeSchema.optional().describe('The language that the account has chosen'),
  })
  .meta({ id: 'StaffLoggedIn' })
export type StaffLoggedIn = z.infer<typeof staffLoggedInSchema>

export const staffLocaleSchema = z
  .object({ locale: localeSchema })
  .meta({ id: 'StaffLocale', example: { locale: 'ru' } })

export const openInvitationSchema = z
  .object({ token: linkTokenSchema })
  .meta({ id: 'OpenInvitation', example: { token: 'g3Xw1Zr9c0m8V4yq7Tn2Lb5KdHs6PjUaEiRoFvQkYtM' } })
export const staffInvitationSchema = z
  .object({
    email: z.string(),
    name: z.string(),
    secret: z.string().describe('Base32, for typing into an authenticator app'),
    uri: z.string().describe('`otpauth:` address, for a QR code'),
  })
  .meta({ id: 'StaffInvitation' })
export type StaffInvitation = z.infer<typeof staffInvitationSchema>
export const acceptInvitationSchema = z
  .object({ token: linkTokenSchema, password: newPasswordSchema, code: appCodeSchema })
  .meta({
    id: 'AcceptInvitation',
    example: {
      token: 'g3Xw1Zr9c0m8V4yq7Tn2Lb5KdHs6PjUaEiRoFvQkYtM',
      password: 'plum harbour 47 lantern',
      code: '123456',
    },
  })

const waitingResultsSchema = z
  .object({ criticalValues: z.int().min(0), heldResults: z.int().min(0) })
  .describe(
    `How many critical values and held results wait where the roles show them, counted up to ${LISTED + 1}; absent: the roles show neither`,
  )
export type WaitingResults = z.infer<typeof waitingResultsSchema>

export const staffViewerSchema = z
  .object({
    id: personalIdSchema,
    email: z.string(),
    name: z.string(),
    locale: localeSchema,
    grants: staffGrantsSchema,
    permissions: z.array(staffPermissionSchema).describe('What the roles allow at one laboratory at least'),
    sessionEndsAt: instantSchema.describe('The latest end; the session ends earlier if there are no calls'),
    // The previous release does not send it.
    waiting: waitingResultsSchema.optional(),
  })
  .meta({ id: 'StaffViewer' })
export type StaffViewer = z.infer<typeof staffViewerSchema>

/** The person whom the desk or the command invites. */
export const invitedStaffSchema = z.object({
  email: emailSchema,
  name: personNameSchema,
  locale: localeSchema,
  grants: staffGrantsSchema,
})
export type InvitedStaff = z.infer<typeof invitedStaffSchema>

export const inviteStaffSchema = invitedStaffSchema.extend(ownPasswordSchema.shape).meta({
  id: 'InviteStaff',
  example: {
    email: 'olga@laboratory.example',
    name: 'Olga Novik',
    locale: 'ru',
    grants: [{ role: 'reception', laboratoryIds: [1] }],
    password: 'plum harbour 47 lantern',
  },
})

export const staffIdSchema = z.object({ id: personalIdSchema }).meta({ id: 'StaffId' })

export const changeStaffRolesSchema = ownPasswordSchema
  .extend({ grants: staffGrantsSchema, version: z.int().positive().describe('The version that was read') })
  .meta({
    id: 'ChangeStaffRoles',
    example: {
      grants: [{ role: 'reception', laboratoryIds: null }],
      version: 1,
      password: 'plum harbour 47 lantern',
    },
  })

export const staffMemberSchema = z
  .object({
    id: personalIdSchema,
    email: z.string(),
    name: z.string(),
    state: z.enum(['invited', 'active', 'ended']),
    grants: staffGrantsSchema,
    version: z.int(),
    createdAt: instantSchema,
    lastLoginAt: instantSchema.nullable(),
    secondFactors: z
      .object({
        hasApp: z.boolean(),
        passkeys: z.int(),
        passkeyUsedAt: instantSchema.nullable().describe('When one of the passkeys was last used'),
      })
      .nullable()
      .describe('null: the caller does not manage staff'),
  })
  .meta({ id: 'StaffMember' })
export type StaffMember = z.infer<typeof staffMemberSchema>

export const staffSessionSchema = z
  .object({
    id: personalIdSchema,
    userAgent: z.string().nullable().describe('The browser’s `User-Agent`'),
    createdAt: instantSchema,
    expiresAt: instantSchema.describe('The latest end; the session ends earlier if there are no calls'),
    isCurrent: z.boolean().describe('Whether this is the caller’s session'),
  })
  .meta({ id: 'StaffSession' })
export type StaffSessionView = z.infer<typeof staffSessionSchema>

/** `paper`: the holder of a printed report who has its PIN. */
export const AUDIT_ACTORS = ['user', 'laboratorySystem', 'job', 'paper', 'staff'] as const
export const AUDIT_ACTIONS = ['read', 'create', 'update', 'delete', 'release', 'refuse'] as const

/** What an audit entry is about. */
export const AUDIT_KINDS = [
  'order',
  'testResult',
  'resultShare',
  'reportDocument',
  'payment',
  'patient',
  'account',
  'export',
  'rightsRequest',
  'restriction',
  'objection',
  'supportMessage',
  'refusedReport',
  'calendar',
  'catalogue',
  'offer',
  'comingPrice',
  'searchWords',
  'staff',
  'laboratoryClient',
  'machine',
  'audit',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** Lines per page of the audit. */
export const AUDIT_LINES = 100

const auditSearchFields = z.object({
  staffId: personalIdSchema.optional().describe('Actions by one member of staff'),
  objectId: z
    .string()
    .regex(/^(?=.*\d)[\w .:-]{1,100}$/)
    .optional()
    .describe('Actions on one record, by its id, never a name'),
  number: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional()
    .describe('Actions on the order with this number, its results and payments'),
  kind: z.enum(AUDIT_KINDS).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  from: askedDateSchema.optional().describe('Day in the business zone'),
  to: askedDateSchema.optional().describe('The last day'),
  before: personalIdSchema.optional().describe('The last line of the previous page'),
})
export const auditSearchSchema = auditSearchFields.refine(({ from, to }) => !from || !to || from <= to, {
  path: ['to'],
  message: 'must not be before the first day',
})
export type AuditSearch = z.infer<typeof auditSearchFields>
/** What the audit can be searched by. */
export const AUDIT_FILTERS = auditSearchFields.keyof().exclude(['before']).options

export const auditLineSchema = z
  .object({
    // The previous release does not send it: it has no page but the first.
    id: personalIdSchema.optional(),
    at: instantSchema,
    actor: z.enum(AUDIT_ACTORS),
    staffName: z.string().nullable(),
    clientId: z.string().nullable(),
    action: z.enum(AUDIT_ACTIONS),
    kind: z.string(),
    objectId: z.string().nullable(),
    requestId: z.string(),
  })
  .meta({ id: 'AuditLine' })
export type AuditLine = z.infer<typeof auditLineSchema>
