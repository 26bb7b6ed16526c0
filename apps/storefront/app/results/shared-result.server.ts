import { ApiProblem } from '@shop/contract/main-api-client'
import { openShareSchema } from '@shop/contract/results'
import { formatMoment } from '@shop/texts/formats.server'
import { redirect } from 'react-router'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { PROBLEMS } from '../platform/problems/problem-messages.server.ts'
import type { ReadProblem } from '../platform/problems/read-problem.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { type ReportView, reportView } from './report-view.server.ts'

export interface SharedView {
  report: ReportView
  expires: string
}

/** What a link shows once its PIN was entered; null before that, and once the link or the key has ended. */
export async function loadSharedResult(shop: Shop, token: string): Promise<SharedView | null> {
  const accessKey = shop.cookies.get('sharedResultKey')
  if (!accessKey) return null
  try {
    const { report, expiresAt } = await shop.api.sharedReport(token, accessKey)
    return { report: reportView(report, shop), expires: formatMoment(expiresAt, shop, 'date') }
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}

const title = { key: 'results.shared.notOpened' } as const
const over = {
  place: 'form',
  title: { key: 'results.shared.over' },
  reasons: [{ key: 'results.shared.overText' }],
} as const

/** Whether a wrong PIN was the last one: it has closed the link, or ended the code of a printed report. */
export const wasLastPin = ({ extension }: ReadProblem) => extension.remainingAttempts === 0

const words = {
  not_found: over,
  wrong_pin: (problem: ReadProblem) => (wasLastPin(problem) ? over : PROBLEMS.wrong_pin),
}

/** Exchanges the PIN of a link for a key, which is kept for half an hour. */
export async function changeSharedResult(shop: Shop, token: string, texts: Record<string, string>) {
  const pin = (texts.pin ?? '').replaceAll(/\D/g, '')
  const form = { shop, intent: 'openShared', texts: {}, title, words }
  return runForm(form, async () => {
    const parsed = openShareSchema.safeParse({ pin })
    if (!parsed.success) {
      throw new FieldFaults({ pin: { key: 'results.shared.sixDigits' } }, PROBLEMS.wrong_pin.title)
    }
    const { accessKey } = await shop.api.openShare(token, { pin: parsed.data.pin })
    shop.cookies.set('sharedResultKey', accessKey)
    return redirect(pathOf('sharedResult', { shareToken: token }))
  })
}
