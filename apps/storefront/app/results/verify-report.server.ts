import { fieldErrors } from '@shop/contract/problem'
import { verifyReportSchema } from '@shop/contract/results'
import { formatMoment } from '@shop/texts/formats.server'
import { FieldFaults, fieldMessages } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import type { ReadProblem } from '../platform/problems/read-problem.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { type ReportView, reportView } from './report-view.server.ts'
import { wasLastPin } from './shared-result.server.ts'

export interface VerifiedView {
  /** The code as it was typed, for the form that asks for the PIN. */
  documentNumber: string
  issued: string
  isCurrent: boolean
  /** Null without the PIN, or if the printed report is outdated. */
  report: ReportView | null
}

const title = { key: 'results.verify.notChecked' } as const
const wrongPin = { place: 'field', fields: ['pin'], message: { key: 'results.verify.wrongPin' } } as const
const ended = {
  place: 'form',
  title: { key: 'results.verify.ended' },
  reasons: [{ key: 'results.verify.endedText' }],
} as const
const words = {
  not_found: {
    place: 'form',
    title: { key: 'results.verify.notFound' },
    reasons: [{ key: 'results.verify.notFoundText' }],
  },
  wrong_pin: (problem: ReadProblem) => (wasLastPin(problem) ? ended : wrongPin),
} as const

/** Checks a printed report. The reply is in the page itself: no address may lead anyone else to it. */
export async function verifyReport(shop: Shop, texts: Record<string, string>) {
  return runForm({ shop, intent: 'verifyReport', texts, title, words }, async (): Promise<VerifiedView> => {
    // The field is not named `code`: codes are secrets that a form does not show again, but this one is on paper.
    const { documentNumber: code = '' } = texts
    // People type the PIN as it was shown, "402 817", or with a hyphen.
    const pin = texts.pin?.trim() ? texts.pin.replaceAll(/\D/g, '') : undefined
    const parsed = verifyReportSchema.safeParse({ code, pin })
    if (!parsed.success) {
      const typed = { code, pin: pin ?? '' }
      const { code: documentNumber, ...fields } = fieldMessages(fieldErrors(parsed.error), typed)
      throw new FieldFaults({ ...fields, ...(documentNumber ? { documentNumber } : {}) })
    }
    const { issuedAt, current, report } = await shop.api.verifyReport(parsed.data)
    return {
      documentNumber: code,
      issued: formatMoment(issuedAt, shop, 'date'),
      isCurrent: current,
      report: report && reportView(report, shop),
    }
  })
}
