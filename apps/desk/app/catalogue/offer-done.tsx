import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import type { FormProblem } from '../forms/run-form.server.ts'

const DONE = {
  plan: 'desk:offers.planned',
  change: 'desk:offers.changed',
  remove: 'desk:offers.removed',
  stop: 'desk:offers.stopped',
  resume: 'desk:offers.resumed',
} as const

/** The outcome of a form about an offer; an invalid field shows its own error. */
export function OfferDone({
  done,
}: {
  done: { intent: keyof typeof DONE; problem: FormProblem | null } | undefined
}) {
  const { t } = useTexts()
  if (!done) return null
  if (!done.problem) {
    return (
      <Notice tone="ok" role="status">
        {t(DONE[done.intent])}
      </Notice>
    )
  }
  if (done.problem.code !== 'invalid_fields') return <ProblemNotice problem={done.problem} />
  const isDay = done.problem.fields.includes('fromDay')
  return (
    <Notice tone="bad" role="alert">
      {t(isDay ? 'desk:offers.dayWrong' : 'desk:offers.priceWrong')}
    </Notice>
  )
}
