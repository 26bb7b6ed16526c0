import { fieldErrors } from '@shop/contract/problem'
import { verifyReportSchema } from '@shop/contract/results'
import { attempt } from '../platform/forms/attempt.server.ts'
import { FieldFaults, fieldMessages } from '../platform/forms/read-form.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { type ReportView, reportView } from './report-view.server.ts'
import { momentOf } from './result-dates.server.ts'

export interface VerifiedView {
  issued: string
  isCurrent: boolean
  report: ReportView
}

const title = { key: 'results.verify.notChecked' } as const
const words = {
  not_found: {
    place: 'form',
    title: { key: 'results.verify.notFound' },
    reasons: [{ key: 'results.verify.notFoundText' }],
  },
} as const

/** Checks a printed report. The answer stands in the page itself: its address must not lead anybody else to it. */
export async function verifyReport(shop: Shop, texts: Record<string, string>) {
  return attempt({ shop, intent: 'verifyReport', texts, title, words }, async (): Promise<VerifiedView> => {
    // Not named a code in the form: codes are secrets and not shown again, this one is printed on paper.
    const { documentNumber: code = '', dateOfBirth = '' } = texts
    const parsed = verifyReportSchema.safeParse({ code, dateOfBirth })
    if (!parsed.success) {
      const { code: documentNumber, ...fields } = fieldMessages(fieldErrors(parsed.error), {
        code,
        dateOfBirth,
      })
      throw new FieldFaults({ ...fields, ...(documentNumber ? { documentNumber } : {}) })
    }
    const { issuedAt, current, report } = await shop.api.verifyReport(parsed.data)
    return { issued: momentOf(issuedAt, shop), isCurrent: current, report: reportView(report, shop) }
  })
}
