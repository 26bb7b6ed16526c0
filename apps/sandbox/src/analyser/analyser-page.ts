import { desc, sql } from 'drizzle-orm'
import { html } from 'hono/html'
import type { Html, Page } from '../pages/respond-with-page.ts'
import { analyserWork } from '../tables.ts'
import type { Analyser } from './analyser.ts'
import type { RunAnswer } from './run-analyser.ts'

const MOST_ORDERS = 50

interface OrderProgress {
  orderNumber: string
  waiting: number
  preliminary: number
  final: number
  corrected: number
}

/** The instrument's state: its orders, most recently changed first, with the stages of their analyses. */
export async function readProgress({ database }: Analyser): Promise<OrderProgress[]> {
  const count = (stage: string) =>
    sql<number>`count(*) filter (where ${analyserWork.stage} = ${stage})`.mapWith(Number)
  return database.queries
    .select({
      orderNumber: analyserWork.orderNumber,
      waiting: count('waiting'),
      preliminary: count('preliminary'),
      final: count('final'),
      corrected: count('corrected'),
    })
    .from(analyserWork)
    .groupBy(analyserWork.orderNumber)
    .orderBy(desc(sql`max(${analyserWork.changedAt})`), desc(analyserWork.orderNumber))
    .limit(MOST_ORDERS)
}

export interface RunReport {
  answer?: RunAnswer
  failure?: string
}

/** The page with the button; `report` is the result of the last click. */
export function analyserPage(
  { basePath }: Analyser,
  { progress, report }: { progress: OrderProgress[]; report: RunReport },
): Page {
  return {
    title: 'Analyser',
    note: 'Test instrument: every value is invented',
    body: html`
<h1>Analyser</h1>
<p class="quiet">Fetches the analyses of paid orders from the laboratory and reports results. In larger orders one
analysis is preliminary at first and one is corrected: report again to see them change.</p>
${outcome(report)}
<form class="row" method="post" action="${basePath}">
<label>Order number, or empty for all<input name="orderNumber" autocomplete="off"></label>
<button class="primary">Report results</button>
</form>
<h2>Orders</h2>
${
  progress.length
    ? html`<ul class="list">${progress.map(orderItem)}</ul>`
    : html`<p class="quiet">No order has been received yet.</p>`
}`,
  }
}

function outcome({ answer, failure }: RunReport): Html | '' {
  if (failure) return html`<p class="bad" role="alert">${failure}</p>`
  if (!answer) return ''
  const { reported, refused } = answer
  const text =
    reported === 0
      ? 'Nothing to report: no paid order is waiting.'
      : `${reported} ${reported === 1 ? 'result' : 'results'} reported.`
  return html`${refused.length === 0 || reported ? html`<p class="ok" role="status">${text}</p>` : ''}
${refused.map(({ orderNumber, reason }) => html`<p class="bad" role="alert">Order ${orderNumber} was refused: ${reason}</p>`)}`
}

function orderItem({ orderNumber, ...stages }: OrderProgress): Html {
  const parts = Object.entries(stages)
    .filter(([, count]) => count > 0)
    .map(([stage, count]) => `${count} ${stage}`)
  return html`<li><strong>Order ${orderNumber}</strong><span class="quiet">${parts.join(', ')}</span></li>`
}
