import { plainHours } from '@shop/domain/locale'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Link } from 'react-router'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { pathOf } from '../navigation.ts'
import type { WaitingStep } from './waiting-steps.ts'

interface RefusedStepsProps {
  refused: readonly WaitingStep[]
  /** On other screens than the sheet, each is shown with its visit. */
  isElsewhere?: boolean
  understood(steps: readonly WaitingStep[]): void
}

/** Presses on this device that the desk refused, until someone has read them. */
export function RefusedSteps({ refused, isElsewhere = false, understood }: RefusedStepsProps) {
  const { t } = useTexts()
  if (refused.length === 0) return null
  return (
    <div className="stack stack-s">
      {refused.map(({ key, step, at, problem, orderId, number }) => (
        <div key={key} className="stack stack-s">
          <p>
            {isElsewhere && <Link to={pathOf('order', { orderId })}>{number}</Link>}{' '}
            <strong>{t('desk:sheet.refused', { step: t(`desk:step.${step}`), time: timeOf(at) })}</strong>
          </p>
          <ProblemNotice problem={problem} />
        </div>
      ))}
      <p>{t('desk:sheet.refusedText')}</p>
      <div>
        <Button look="quiet" onClick={() => understood(refused)}>
          {t('desk:sheet.understood')}
        </Button>
      </div>
    </div>
  )
}

/** The time of the press by the device's own clock. Not by `Temporal`, which phones do not have. */
const timeOf = (at: string) => plainHours(new Date(at).toTimeString().slice(0, 5))
