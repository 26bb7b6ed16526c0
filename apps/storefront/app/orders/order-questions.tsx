import { VISIT_QUESTIONS, type VisitQuestion } from '@shop/domain/visit-questions'
import { useState } from 'react'
import { Form } from 'react-router'
import { KEPT } from '../platform/forms/form-draft.ts'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { FormOwner, KeptNotice } from '../platform/forms/form-owner.tsx'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { OrderView } from './load-order.server.ts'
import styles from './order-page.module.css'

interface OrderQuestionsProps {
  order: OrderView
  failure: FormFailure | undefined
  kept: Record<string, string> | undefined
  /** The answers have just been saved. */
  isAnswered: boolean
}

/** What the laboratory would like to know before the visit, by patient; every answer is optional. */
export default function OrderQuestions({ order, failure, kept: served, isAnswered }: OrderQuestionsProps) {
  // Links on the page lead to addresses that no longer ask for what was kept: it stays until it is saved.
  const [kept, keep] = useState(served)
  if (kept && isAnswered) keep(undefined)
  const { t } = useTexts()
  const { people, formOwner = null } = order.questions
  const path = pathOf('order', { orderId: order.id })
  const refused = failureOf(failure, 'answer')
  const field = useFormFields(refused, { ...valuesOf(people), ...kept })
  const open = people.flatMap(({ answers }) => answers).filter(({ answer }) => answer === null).length
  return (
    <section aria-labelledby="questions-title">
      <SectionHead id="questions-title" title={t('order.questions.title')} />
      <Card>
        <details open={refused !== undefined || kept !== undefined || isAnswered}>
          <summary>
            {t(open > 0 ? 'order.questions.open' : 'order.questions.answered', { count: open })}
          </summary>
          <Form
            method="post"
            id="questions"
            action={kept ? `${path}?${KEPT}=1` : path}
            className="stack"
            preventScrollReset
            noValidate
          >
            <FormOwner owner={formOwner} />
            {kept && !refused && <KeptNotice />}
            {isAnswered && !refused && <Notice tone="ok" role="status" title={t('cart:notice.decided')} />}
            <p className="small muted">{t('order.questions.hint')}</p>
            {people.map(({ patientId, firstName, answers }) => (
              <fieldset key={patientId} className={styles.questions}>
                <legend>{firstName}</legend>
                {answers.map(({ question }) => {
                  const name = answerField(patientId, question)
                  return <Question key={name} question={question} field={field(name)} />
                })}
              </fieldset>
            ))}
            <SubmitButton name="intent" value="answer" look="quiet">
              {t('order.questions.save')}
            </SubmitButton>
          </Form>
        </details>
      </Card>
    </section>
  )
}

const INPUT_TYPES = { date: 'date', dateTime: 'datetime-local' } as const

const answerField = (patientId: string, question: VisitQuestion) => `answer.${patientId}.${question}`

const valuesOf = (people: OrderView['questions']['people']) =>
  Object.fromEntries(
    people.flatMap(({ patientId, answers }) =>
      answers.map(({ question, answer }) => [answerField(patientId, question), answer ?? '']),
    ),
  )

interface QuestionProps {
  question: VisitQuestion
  field: ReturnType<ReturnType<typeof useFormFields>>
}

function Question({ question, field }: QuestionProps) {
  const { t } = useTexts()
  const { kind } = VISIT_QUESTIONS[question]
  const shown = { ...field, label: t(`order.questions.${question}`), optional: true }
  if (kind !== 'yesNo') return <TextField {...shown} type={INPUT_TYPES[kind]} />
  const options = (['yes', 'no'] as const).map((answer) => ({
    value: answer,
    label: t(`order.questions.${answer}`),
  }))
  return <SelectField {...shown} placeholder="–" options={options} />
}
