import { answerFailures } from '../../platform/middleware/answer-failures.server.ts'
import { loggedInOnly } from '../../platform/middleware/logged-in-only.server.ts'
import type { Route } from './+types/pages'

/**
 * What all pages, forms and downloads have in common, and the local API does not. Below the root, so that a failed
 * page keeps the shell's data.
 */
export const middleware: Route.MiddlewareFunction[] = [...answerFailures, loggedInOnly]
