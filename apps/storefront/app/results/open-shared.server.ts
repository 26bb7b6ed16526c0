import { ApiProblem } from '@shop/contract/main-api-client'
import { openShareSchema } from '@shop/contract/results'
import { redirect } from 'react-router'
import { formProblem, formTexts, refuse } from '../platform/forms/form-failure.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { type ReportView, reportView } from './report-view.server.ts'
import { momentOf } from './result-dates.server.ts'

export interface SharedView {
  report: ReportView
  expires: string
}

/** What a link shows once its PIN was given; null before, and when link or key are over. */
export async function readShared(shop: Shop, token: string): Promise<SharedView | null> {
  const accessKey = shop.cookies.get('sharedResultKey')
  if (!accessKey) return null
  try {
    const { report, expiresAt } = await shop.api.sharedReport(token, accessKey)
    return { report: reportView(report, shop), expires: momentOf(expiresAt, shop) }
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}

/** Takes the PIN of a link; the key that it gives is kept for half an hour. */
export async function openShared(shop: Shop, token: string, form: FormData) {
  const texts = formTexts(form)
  const intent = 'openShared'
  const parsed = openShareSchema.safeParse({ pin: (texts.pin ?? '').replaceAll(/\D/g, '') })
  const wrong = { intent, texts: {}, title: { key: 'results.shared.wrongPin' } } as const
  if (!parsed.success) return refuse({ ...wrong, fields: { pin: { key: 'results.shared.sixDigits' } } })
  try {
    const { accessKey } = await shop.api.openShare(token, { pin: parsed.data.pin })
    shop.cookies.set('sharedResultKey', accessKey)
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'wrong_pin') {
      return refuse({ ...wrong, fields: { pin: { key: 'results.shared.tryAgain' } } })
    }
    if (error instanceof ApiProblem && error.status === 404) {
      return refuse({
        intent,
        texts: {},
        title: { key: 'results.shared.over' },
        reasons: [{ key: 'results.shared.overText' }],
        status: 404,
      })
    }
    const { status, reasons } = formProblem(shop, error, {})
    return refuse({ intent, texts: {}, title: { key: 'results.shared.notOpened' }, reasons, status })
  }
  throw redirect(pathOf('sharedResult', { shareToken: token }))
}
