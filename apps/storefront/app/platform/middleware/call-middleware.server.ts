import type { MiddlewareFunction } from 'react-router'
import { answerProblems } from './answer-failures.server.ts'
import { loggedInCallsOnly } from './logged-in-only.server.ts'

/**
 * What all calls of scripts have in common: those of the local API, the live updates and the options of a passkey.
 * Each of their modules exports it; a layout of their own would cost every page's first load some bytes.
 */
export const callMiddleware: MiddlewareFunction<Response>[] = [answerProblems, loggedInCallsOnly]
