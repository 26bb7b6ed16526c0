/** What people and machines want, in the order in which a busy process admits it. Labels of a metric. */
export const KINDS = ['payments', 'orders', 'logins', 'forms', 'files', 'pages', 'papers'] as const
export type Kind = (typeof KINDS)[number]

/** Why a request was not admitted: it waited too long, too many were waiting, or too many were of one network. */
export const ADMISSION_REFUSALS = ['waited', 'queue_full', 'network'] as const
export type AdmissionRefusal = (typeof ADMISSION_REFUSALS)[number]

/**
 * The kind of work that a request asks of a program, by its method and its path without the query; null: it never
 * has to wait. Health checks never wait and are not asked about.
 */
export type KindOf = (method: string, path: string) => Kind | null

/** Whether the request sends something that was typed. */
export const isSent = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

/** The first part of a path, which names its area: `login` for `/login/second-step` and for `/login.data`. */
export const areaOf = (path: string): string => /^\/([^/.]+)/.exec(path)?.[1] ?? ''
