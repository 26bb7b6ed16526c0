import { VISIT_QUESTIONS, type VisitQuestion } from '@shop/domain/visit-questions'
import { Form } from 'react-router'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { OrderView } from './load-order.server.ts'
import styles from './order-page.module.css'

/** What the laboratory would like to know before the visit, person by person; everything may be left open. */
export function OrderQuestions({ order, failure }: { order: OrderView; failure: FormFailure | undefined }) {
  const { t } = useTexts()
  const { people } = order.questions
  const refused = failureOf(failure, 'answer')
  const field = useFormFields(refused, valuesOf(people))
  if (people.length === 0) return null
  const open = people.flatMap(({ answers }) => answers).filter(({ answer }) => answer === null).length
  return (
    <section aria-labelledby="questions-title">
      <SectionHead id="questions-title" title={t('order.questions.title')} />
      <Card>
        <details open={refused !== undefined}>
          <summary>
            {t(open > 0 ? 'order.questions.open' : 'order.questions.answered', { count: open })}
          </summary>
          <Form
            method="post"
            action={pathOf('order', { orderId: order.id })}
            className="stack"
            preventScrollReset
            noValidate
          >
            <p className="small muted">{t('order.questions.hint')}</p>
            {people.map(({ patientId, firstName, answers }) => (
              <fieldset key={patientId} className={styles.questions}>
                <legend>{firstName}</legend>
                {answers.map(({ question }) => {
                  const name = nameOf(patientId, question)
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

const nameOf = (patientId: string, question: VisitQuestion) => `answer.${patientId}.${question}`

const valuesOf = (people: OrderView['questions']['people']) =>
  Object.fromEntries(
    people.flatMap(({ patientId, answers }) =>
      answers.map(({ question, answer }) => [nameOf(patientId, question), answer ?? '']),
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
