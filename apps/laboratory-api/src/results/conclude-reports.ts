import type { Queries } from '@shop/database/open-database'
import { commandsForReport, nextState, type OrderCommand, type OrderState } from '@shop/domain/order-states'
import { SETTLED_STATUSES } from '@shop/domain/results'
import { and, inArray, ne, sql } from 'drizzle-orm'
import { advanceOrder } from '../orders/advance-order.ts'
import type { OrderRow } from '../orders/tables.ts'
import { isPart, isRow, type OwnedKey } from '../owned.ts'
import { analysisResults, testResults } from './tables.ts'

/** How far the laboratory's reports on an order have come; one that waits for its release does not count yet. */
interface Progress {
  isReported: boolean
  isStarted: boolean
  isCollected: boolean
  isComplete: boolean
  sampledAt: Date | null
}

/** After reports on an order, updates the head of its test result, and the order's state with its history. */
export async function concludeReports(
  queries: Queries,
  { order, testResultId, now }: { order: OrderRow; testResultId: string; now: Date },
): Promise<void> {
  const whole = { id: testResultId, ownerId: order.ownerId }
  const progress = await readProgress(queries, whole)
  await queries
    .update(testResults)
    .set({
      complete: progress.isComplete,
      ...(progress.sampledAt ? { sampledAt: progress.sampledAt } : {}),
    })
    .where(isRow(testResults, whole))
  if (progress.sampledAt) await noteSampling(queries, whole, progress.sampledAt)
  for (const command of commandsFor(order.state, progress)) {
    await advanceOrder(queries, {
      order,
      command,
      cause: 'laboratorySystem',
      actor: 'laboratorySystem',
      now,
    })
  }
}

/** In each analysis as well, where the time has changed. */
async function noteSampling(queries: Queries, whole: OwnedKey, sampledAt: Date): Promise<void> {
  const { resultSampledAt } = analysisResults
  await queries
    .update(analysisResults)
    .set({ resultSampledAt: sampledAt })
    .where(and(isPart(analysisResults, 'testResultId', whole), ne(resultSampledAt, sampledAt)))
}

async function readProgress(queries: Queries, whole: OwnedKey): Promise<Progress> {
  const [progress] = await queries
    .select({
      isReported: sql<boolean>`bool_or(${analysisResults.status} is not null and ${analysisResults.heldSince} is null)`,
      isStarted: sql<boolean>`bool_or(${analysisResults.startedAt} is not null)`,
      isCollected: sql<boolean>`bool_or(${analysisResults.collectedAt} is not null)`,
      isComplete: sql<boolean>`bool_and(coalesce(${analysisResults.heldSince} is null and ${inArray(analysisResults.status, [...SETTLED_STATUSES])}, false))`,
      sampledAt:
        sql`min(coalesce(${analysisResults.collectedAt}, case when ${analysisResults.status} is not null then ${analysisResults.sampledAt} end))`.mapWith(
          analysisResults.sampledAt,
        ),
    })
    .from(analysisResults)
    .where(isPart(analysisResults, 'testResultId', whole))
  return progress!
}

/** The commands that advance an order to the laboratory's progress; none moves it back. */
export function commandsFor(state: OrderState, progress: Omit<Progress, 'sampledAt'>): OrderCommand[] {
  if (progress.isReported) return commandsForReport({ state, isComplete: progress.isComplete }) ?? []
  const commands: OrderCommand[] = progress.isStarted
    ? ['reportCollected', 'startProcessing']
    : progress.isCollected
      ? ['reportCollected']
      : []
  let reached = state
  return commands.filter((command) => {
    const next = nextState(reached, command)
    reached = next ?? reached
    return next !== null
  })
}
