import type { z } from 'zod'
import type {
  acceptDocumentsSchema,
  CurrentUser,
  changePasswordSchema,
  EditUser,
  Registration,
  resetPasswordSchema,
  Session,
  userIdsSchema,
} from './accounts.ts'
import type { CatalogHeader, WireAnalysis, WireAnalysisDetail, WireProfile } from './catalogue.ts'
import type { DocumentSummary, LegalDocument } from './documents.ts'
import type { WireLaboratory } from './laboratories.ts'
import type { CreateOrder, Order, OrderCreated, OrderSummary } from './orders.ts'
import type { PatientPayload, WirePatient } from './patients.ts'
import type { FieldError } from './problem.ts'
import type {
  AnalysisResult,
  CreatedShare,
  createShareSchema,
  PatientResults,
  Share,
  SharedReport,
  testResultPageSchema,
  VerifiedReport,
  verifyReportSchema,
} from './results.ts'
import type { VisitSlot } from './visits.ts'

/** An answer of the main API that is not a success. `code` is null for a bare status without problem details. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string | null
  readonly errors: FieldError[]
  readonly retryAfter: number | null
  /** The whole problem, with its further members. */
  readonly body: Record<string, unknown>
  constructor(status: number, body: Record<string, unknown>, retryAfter: number | null) {
    super(`main API answered ${status}`)
    this.name = 'ApiProblem'
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : null
    this.errors = Array.isArray(body.errors) ? (body.errors as FieldError[]) : []
    this.retryAfter = retryAfter
    this.body = body
  }
}

/** The main API gave no answer, or one that cannot be read. */
export class ApiUnreachable extends Error {
  constructor(cause: unknown) {
    super('Api client caught error', { cause })
    this.name = 'ApiUnreachable'
  }
}

/** Header of the day's first answer to a token, whose end has moved on: whoever keeps the token may keep it longer. */
export const SESSION_RENEWED = 'X-Session-Renewed'

export interface MainApiClientOptions {
  /** Root of the main API without a slash at its end, as `http://127.0.0.1:3000/laboratory-api`. */
  root: string
  /** HTTP, or the in-process application's own `fetch`. */
  fetch: (input: string, init: RequestInit) => Promise<Response>
  /** The bare access token of the caller. */
  token?: string | undefined
  /** Language of catalogue texts and mails. */
  locale?: string | undefined
  requestId?: string | undefined
  /** Address of the patient's browser, for the limits of tries. */
  clientAddress?: string | undefined
  /** Proves that `clientAddress` comes from the shop and not from anybody. */
  clientAddressSecret?: string | undefined
  /** The patient's browser, by which people tell their sessions apart. */
  userAgent?: string | undefined
  signal?: AbortSignal | undefined
  /** Called when the token's end has moved on, at most once a day. */
  onSessionRenewed?: (() => void) | undefined
}

type Query = Record<string, string | number | undefined>
const JSON_TYPE = 'application/json'

function queryString(query: Query): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  return entries.length === 0
    ? ''
    : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
}

/** The main API, one function per call. Every function throws `ApiProblem` or `ApiUnreachable`. */
export function createMainApiClient(options: MainApiClientOptions) {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const init: RequestInit = {
      method,
      headers: {
        Accept: JSON_TYPE,
        ...(body === undefined ? {} : { 'Content-Type': JSON_TYPE }),
        ...(options.token ? { Authorization: `Bearer ${options.token}` } : {}),
        ...(options.locale ? { 'Accept-Language': options.locale } : {}),
        ...(options.requestId ? { 'X-Request-Id': options.requestId } : {}),
        ...(options.userAgent ? { 'User-Agent': options.userAgent } : {}),
        ...(options.clientAddress && options.clientAddressSecret
          ? {
              'X-Client-Address': options.clientAddress,
              'X-Client-Address-Secret': options.clientAddressSecret,
            }
          : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    }
    const response = await options.fetch(`${options.root}/${path}`, init).catch((error) => {
      throw new ApiUnreachable(error)
    })
    if (response.headers.has(SESSION_RENEWED)) options.onSessionRenewed?.()
    if (response.ok || response.status === 304) return response
    const problem = (await response.json().catch(() => ({}))) as Record<string, unknown>
    const retryAfter = response.headers.get('Retry-After')
    throw new ApiProblem(response.status, problem ?? {}, retryAfter === null ? null : Number(retryAfter))
  }

  async function json<T>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T> {
    const response = await send(method, path, body, headers)
    try {
      return (await response.json()) as T
    } catch (error) {
      throw new ApiUnreachable(error)
    }
  }
  const get = <T>(path: string) => json<T>('GET', path)
  async function nothing(method: string, path: string, body?: unknown): Promise<void> {
    await send(method, path, body)
  }

  return {
    /** For what has no function of its own: a PDF, an ETag. */
    send,
    register: (body: Registration) =>
      json<{ accessToken: string; user: CurrentUser }>('POST', 'register', body),
    login: (body: { username: string; password: string }) =>
      json<{ access_token: string }>('POST', 'login', body),
    logout: () => nothing('POST', 'logout', {}),
    requestPasswordReset: (body: { email: string }) => nothing('POST', 'users/password', body),
    async changePassword(body: z.input<typeof changePasswordSchema>): Promise<void> {
      const { status } = await send('PUT', 'users/password', body)
      // The specification names this one status: another success is none.
      if (status !== 200) throw new ApiProblem(status, {}, null)
    },
    resetPassword: (body: z.input<typeof resetPasswordSchema>) =>
      nothing('POST', 'users/password/reset', body),
    currentUser: () => get<CurrentUser>('users/current'),
    editUser: (id: string, body: EditUser) => json<CurrentUser>('PUT', `users/${id}`, body),
    sendActivationEmail: () => nothing('POST', 'users/send-activation-email', {}),
    activate: (token: string) => nothing('POST', 'users/activate', { token }),
    acceptDocuments: (body: z.input<typeof acceptDocumentsSchema>) =>
      nothing('POST', 'users/current/accepted-documents', body),
    sessions: () => get<Session[]>('users/current/sessions'),
    revokeOtherSessions: () => nothing('DELETE', 'users/current/sessions'),
    eraseAccount: (password: string) => nothing('DELETE', 'users/current', { password }),
    exportAccount: () => send('GET', 'users/current/export'),
    /** Which of these accounts were erased; for the shop's own server, which proves itself. */
    erasedUsers: (userIds: string[]) =>
      json<z.infer<typeof userIdsSchema>>(
        'POST',
        'users/erased',
        { userIds },
        {
          'X-Client-Address-Secret': options.clientAddressSecret ?? '',
        },
      ),

    patients: () => get<WirePatient[]>('patient'),
    createPatient: (body: PatientPayload) => json<WirePatient>('POST', 'patient/?userAsPatient=false', body),
    editPatient: (id: string, body: PatientPayload) => json<WirePatient>('PUT', `patient/${id}`, body),
    deletePatient: (id: string) => nothing('DELETE', `patient/${id}`),

    laboratories: () => get<WireLaboratory[]>('laboratories'),
    laboratory: (id: number | string) => get<WireLaboratory>(`laboratories/${id}`),
    analyses: (laboratoryId: number | string) =>
      get<WireAnalysis[]>(`labService${queryString({ laboratoryId })}`),
    searchAnalyses: (searchNameTerm: string, laboratoryId?: number | string) =>
      get<WireAnalysis[]>(`labService/search${queryString({ searchNameTerm, laboratoryId })}`),
    analysis: (id: number | string, laboratoryId?: number | string) =>
      get<WireAnalysisDetail>(`labService/${id}${queryString({ laboratoryId })}`),
    profiles: (laboratoryId: number | string) =>
      get<WireProfile[]>(`profiles${queryString({ laboratoryId })}`),
    profile: (id: number | string, laboratoryId?: number | string) =>
      get<WireProfile>(`profiles/${id}${queryString({ laboratoryId })}`),
    catalogHeaders: () => get<CatalogHeader[]>('catalogHeaders'),

    visitSlots: (query: { laboratoryId: number | string; from?: string; days?: number }) =>
      get<VisitSlot[]>(`visit-slots${queryString(query)}`),
    createOrder: (body: CreateOrder, idempotencyKey: string) =>
      json<OrderCreated>('POST', 'orders', body, { 'Idempotency-Key': idempotencyKey }),
    orders: () => get<OrderSummary[]>('orders'),
    order: (id: string) => get<Order>(`orders/${id}`),
    payOrder: (id: string) => json<{ redirectUrl: string }>('POST', `orders/${id}/payment`, {}),
    checkPayment: (id: string) => json<Order>('POST', `orders/${id}/payment/check`, {}),
    cancelOrder: (id: string) => json<Order>('POST', `orders/${id}/cancel`, {}),
    /** PDF */
    orderReceipt: (id: string) => send('GET', `orders/${id}/receipt.pdf`),
    /** text/calendar */
    orderCalendar: (id: string) => send('GET', `orders/${id}/visit.ics`),

    testResults: (query: { cursor?: string; limit?: number; patientId?: string } = {}) =>
      get<z.infer<typeof testResultPageSchema>>(`test-results${queryString(query)}`),
    testResult: (id: string) =>
      get<z.infer<typeof testResultPageSchema>['items'][number]>(`test-results/${id}`),
    patientResults: (id: string, patientId: string) =>
      get<PatientResults>(`test-results/${id}/patients/${patientId}`),
    analysisResult: (id: string, patientId: string, analysisResultId: string) =>
      get<AnalysisResult>(`test-results/${id}/patients/${patientId}/analysis-results/${analysisResultId}`),
    /** PDF */
    patientReport: (id: string, patientId: string) =>
      send('GET', `test-results/${id}/patients/${patientId}/report.pdf`),
    shares: (id: string, patientId: string) =>
      get<Share[]>(`test-results/${id}/patients/${patientId}/shares`),
    createShare: (id: string, patientId: string, body: z.input<typeof createShareSchema>) =>
      json<CreatedShare>('POST', `test-results/${id}/patients/${patientId}/shares`, body),
    revokeShare: (id: string, patientId: string, shareId: string) =>
      nothing('DELETE', `test-results/${id}/patients/${patientId}/shares/${shareId}`),
    openShare: (token: string, pin: string) =>
      json<{ accessKey: string }>('POST', `shared-results/${encodeURIComponent(token)}/openings`, { pin }),
    sharedReport: (token: string, accessKey: string) =>
      json<SharedReport>('GET', `shared-results/${encodeURIComponent(token)}`, undefined, {
        'X-Access-Key': accessKey,
      }),
    verifyReport: (body: z.input<typeof verifyReportSchema>) =>
      json<VerifiedReport>('POST', 'report-verifications', body),

    documents: () => get<DocumentSummary[]>('documents'),
    document: (slug: string) => get<LegalDocument>(`documents/${slug}`),
    sendSupportMessage: (body: { name: string; email: string; message: string; orderNumber?: string }) =>
      json<{ reference: string }>('POST', 'support-messages', body),
  }
}
export type MainApiClient = ReturnType<typeof createMainApiClient>
