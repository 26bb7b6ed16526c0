import type { OrderState } from '@shop/domain/order-states'
import type { StaffPermission } from '@shop/domain/staff'
import { possibleSteps, type VisitState, type VisitStep } from '@shop/domain/visit-progress'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { useFetcher } from 'react-router'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import type { FormProblem } from '../forms/run-form.server.ts'
import styles from './visit-steps.module.css'

/** A patient who has arrived is waiting: that tag stands out. */
const TONES = { expected: 'wait', arrived: undefined, missed: 'warn', done: 'ok' } as const

export function VisitStateTag({ state }: { state: VisitState }) {
  const { t } = useTexts()
  const tone = TONES[state]
  return <Tag {...(tone ? { tone } : {})}>{t(`desk:visit.${state}`)}</Tag>
}

interface Visit {
  orderId: string
  number: string
  orderState: OrderState
  state: VisitState
  version: number
}

/** What to do next: samples are usually taken from someone who has been checked in. */
const NEXT_FIRST = ['arrive', 'takeSamples'] as const satisfies VisitStep[]

/** Moving a visit has its own form. */
export type PlainStep = Exclude<VisitStep, 'move'>
const isPlain = (step: VisitStep): step is PlainStep => step !== 'move'

/** Each step needs one of these at the visit's laboratory. */
export const STEP_PERMISSIONS = ['visits.change', 'samples.take'] as const satisfies StaffPermission[]

const permissionOf = (step: PlainStep): (typeof STEP_PERMISSIONS)[number] =>
  step === 'takeSamples' ? 'samples.take' : 'visits.change'

/**
 * The steps that a visit allows now, with the permissions held at its laboratory: the next one, and the others behind
 * “More”. They send the version on the screen.
 */
export function VisitSteps({
  visit,
  permissions,
  without = [],
  size = 's',
  pressKey,
  onPress,
}: {
  visit: Visit
  permissions: readonly StaffPermission[]
  /** Steps to leave out, which have their own form. */
  without?: readonly VisitStep[]
  size?: 's' | 'm'
  /** Identifies the press of a form that is sent without scripts. */
  pressKey?: string
  /** Handles the press instead of the form. */
  onPress?: (step: PlainStep, identityChecked: boolean) => void
}) {
  const { t } = useTexts()
  const fetcher = useFetcher<{ problem: FormProblem | null }>()
  const steps = possibleSteps(visit.orderState, visit.state)
    .filter(isPlain)
    .filter((step) => permissions.includes(permissionOf(step)) && !without.includes(step))
  const next = NEXT_FIRST.find((step) => steps.includes(step))
  const undo = steps.filter((step) => step === 'reset')
  const rare = steps.filter((step) => step !== next && step !== 'reset')
  const words = (step: PlainStep) =>
    step === 'reset' && (visit.state === 'arrived' || visit.state === 'missed')
      ? t(`desk:step.undo.${visit.state}`)
      : t(`desk:step.${step}`)
  const button = (step: PlainStep) => (
    <SubmitButton
      key={step}
      look={step === next ? 'primary' : step === 'reset' ? 'plain' : 'quiet'}
      size={size}
      wide={size === 'm' && step === next}
      name="intent"
      value={step}
      pending={fetcher.state !== 'idle' && fetcher.formData?.get('intent') === step}
      aria-label={`${words(step)}, ${visit.number}`}
    >
      {words(step)}
    </SubmitButton>
  )
  return (
    <div className="stack stack-s">
      {steps.length > 0 && (
        <fetcher.Form
          method="post"
          className={styles.steps}
          onSubmit={
            onPress &&
            ((event) => {
              event.preventDefault()
              const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
              onPress(button.value as PlainStep, new FormData(event.currentTarget).has('identityChecked'))
            })
          }
        >
          {pressKey && <input type="hidden" name="key" value={pressKey} />}
          <input type="hidden" name="orderId" value={visit.orderId} />
          <input type="hidden" name="version" value={visit.version} />
          {next === 'arrive' && (
            <label className="deskChoice">
              <input type="checkbox" name="identityChecked" /> {t('desk:visit.identity')}
            </label>
          )}
          {next && button(next)}
          {undo.map(button)}
          {rare.length > 0 && (
            <details key={visit.version}>
              <summary>
                {t('desk:step.more')}
                <span className="visually-hidden">, {visit.number}</span>
              </summary>
              <div className={styles.rare}>{rare.map(button)}</div>
            </details>
          )}
        </fetcher.Form>
      )}
      <ProblemNotice problem={fetcher.data?.problem} />
    </div>
  )
}
