/** What people and machines come for, in the order in which a busy process lets them in. Labels of a metric. */
export const KINDS = ['payments', 'orders', 'logins', 'forms', 'files', 'pages', 'papers'] as const
export type Kind = (typeof KINDS)[number]

/** Why a request got no turn: it waited too long, too many wait, or too many of one network do. */
export const REFUSAL_REASONS = ['waited', 'queue_full', 'network'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/**
 * Which work a request of a program asks for, by its method and its path without the query; null: none that has to wait. Health
 * checks never wait and are not asked about.
 */
export type KindOf = (method: string, path: string) => Kind | null

/** Somebody has typed something. */
export const isSent = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

/** The first part of a path, which tells its area: `login` of `/login/second-step` and of `/login.data`. */
export const areaOf = (path: string): string => /^\/([^/.]+)/.exec(path)?.[1] ?? ''
