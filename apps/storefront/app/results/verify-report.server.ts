import { ApiProblem } from '@shop/contract/main-api-client'
import { verifyReportSchema } from '@shop/contract/results'
import { formProblem, formTexts, parseMessages, refuse } from '../platform/forms/form-failure.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { type ReportView, reportView } from './report-view.server.ts'
import { momentOf } from './result-dates.server.ts'

export interface VerifiedView {
  issued: string
  isCurrent: boolean
  report: ReportView
}

const INTENT = 'verifyReport'

/** Checks a printed report. The answer stands in the page itself: its address must not lead anybody else to it. */
export async function verifyReport(shop: Shop, form: FormData) {
  const texts = formTexts(form)
  // Not named a code in the form: codes are secrets and not shown again, this one is printed on paper.
  const { documentNumber: code = '', dateOfBirth = '' } = texts
  const parsed = verifyReportSchema.safeParse({ code, dateOfBirth })
  if (!parsed.success) {
    const { code: documentNumber, ...fields } = parseMessages(parsed.error, { code, dateOfBirth })
    const wrong = { ...fields, ...(documentNumber ? { documentNumber } : {}) }
    return refuse({ intent: INTENT, texts, title: { key: 'forms.checkFields' }, fields: wrong })
  }
  try {
    const { issuedAt, current, report } = await shop.api.verifyReport(parsed.data)
    const verified: VerifiedView = {
      issued: momentOf(issuedAt, shop),
      isCurrent: current,
      report: reportView(report, shop),
    }
    return verified
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) {
      const reasons: FormMessage[] = [{ key: 'results.verify.notFoundText' }]
      return refuse({
        intent: INTENT,
        texts,
        title: { key: 'results.verify.notFound' },
        reasons,
        status: 404,
      })
    }
    const { status, reasons } = formProblem(shop, error, texts)
    return refuse({ intent: INTENT, texts, title: { key: 'results.verify.notChecked' }, reasons, status })
  }
}
