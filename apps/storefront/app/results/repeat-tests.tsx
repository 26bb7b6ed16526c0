import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { SectionHead } from '../ui/section-head.tsx'
import { Select } from '../ui/select-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { RepeatView } from './repeat.server.ts'

interface RepeatTestsProps {
  repeat: RepeatView
}

/** Whether and when the owner wants the tests of a report again: the page suggests no time. */
export default function RepeatTests({ repeat }: RepeatTestsProps) {
  const { t } = useTexts()
  const { planned } = repeat
  return (
    <section aria-labelledby="repeat" className="no-print">
      <SectionHead id="repeat" title={t('results.repeat.title', { count: repeat.count })} />
      <div className="stack stack-m">
        <div className="row row-wrap">
          {/* One for both, so that either change is read out and takes the focus of the button that has gone. */}
          <p role="status" className={planned ? undefined : 'small muted'}>
            {planned ? t('results.repeat.planned', { month: planned }) : t('results.repeat.text')}
          </p>
          {planned && (
            <RepeatForm repeat={repeat}>
              <SubmitButton look="quiet" size="s" name="intent" value="dropRepeat">
                {t('results.repeat.drop')}
              </SubmitButton>
            </RepeatForm>
          )}
        </div>
        {planned ? (
          <details>
            <summary>{t('results.repeat.other')}</summary>
            <Choices repeat={repeat} />
          </details>
        ) : (
          <Choices repeat={repeat} />
        )}
      </div>
    </section>
  )
}

const SOON = [3, 6, 12] as const

function Choices({ repeat }: Pick<RepeatTestsProps, 'repeat'>) {
  const { t } = useTexts()
  return (
    <div className="row row-wrap">
      <RepeatForm repeat={repeat}>
        <input type="hidden" name="intent" value="planRepeat" />
        {SOON.map((count) => (
          <SubmitButton
            key={count}
            look="quiet"
            size="s"
            name="month"
            value={repeat.months[count - 1]?.value}
          >
            {t(`results.repeat.in.${count}`)}
          </SubmitButton>
        ))}
      </RepeatForm>
      <RepeatForm repeat={repeat}>
        <Select name="month" aria-label={t('results.repeat.when')} options={repeat.months} />
        <SubmitButton look="quiet" size="s" name="intent" value="planRepeat">
          {t('results.repeat.choose')}
        </SubmitButton>
      </RepeatForm>
    </div>
  )
}

/** Sent to the report's page, and answered there if it is refused. */
function RepeatForm({
  repeat: { path, analysisResultId },
  children,
}: Pick<RepeatTestsProps, 'repeat'> & { children: ReactNode }) {
  return (
    <Form method="post" action={path} preventScrollReset className="row row-wrap">
      {analysisResultId && <input type="hidden" name="analysisResultId" value={analysisResultId} />}
      {children}
    </Form>
  )
}
