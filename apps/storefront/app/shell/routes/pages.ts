import { answerFailures } from '../../platform/middleware/answer-failures.server.ts'
import { loggedInOnly } from '../../platform/middleware/logged-in-only.server.ts'
import type { Route } from './+types/pages'

/**
 * What every page, form and download has in common, and the local API has not. Below the root, so that a page that failed
 * keeps the shell's data.
 */
export const middleware: Route.MiddlewareFunction[] = [...answerFailures, loggedInOnly]
