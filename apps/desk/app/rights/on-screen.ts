import type { DeskRights } from '@shop/contract/rights'
import type { FormProblem } from '../session/answered.server.ts'

/** A request as its page shows it: instants in words, its days too. */
export type FoundRights = DeskRights & { due: string; asked: string }

/** What became of a form of that page, with what was typed where it failed. */
export type RightsDone =
  | { intent: string | undefined; problem: FormProblem | null; typed: Record<string, string> | null }
  | undefined
