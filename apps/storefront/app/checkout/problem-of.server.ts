import { ApiProblem } from '@shop/contract/main-api-client'
import { Problem } from '@shop/contract/problem'

/** Code and status of a refusal, ours or the main API's; null for anything else that was thrown. */
export function problemOf(error: unknown): { code: string; status: number } | null {
  if (error instanceof Problem) return { code: error.code, status: error.status }
  if (error instanceof ApiProblem && error.code) return { code: error.code, status: error.status }
  return null
}
