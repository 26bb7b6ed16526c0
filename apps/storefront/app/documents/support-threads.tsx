import { Form } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { Tag } from '../ui/tag.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { replyIntent } from './reply-intent.ts'
import type { SupportThreadView } from './support.server.ts'
import styles from './support-page.module.css'

interface SupportThreadsProps {
  threads: readonly SupportThreadView[]
  failure: FormFailure | undefined
}

/** The account's questions, each with its answers. */
export function SupportThreads({ threads, failure }: SupportThreadsProps) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="asked" className="stack">
      <SectionHead id="asked" title={t('documents.support.asked')} />
      {threads.map((thread) => (
        <Thread key={thread.id} thread={thread} failure={failure} />
      ))}
    </section>
  )
}

function Thread({ thread, failure }: { thread: SupportThreadView; failure: FormFailure | undefined }) {
  const { t } = useTexts()
  const { id, reference, entries, closed } = thread
  const isAnswered = entries.at(-1)?.by === 'support'
  const state = closed ? 'closed' : isAnswered ? 'answered' : 'waiting'
  return (
    <Card as="article" stacked id={reference} aria-labelledby={`${reference}-title`}>
      <div className="row row-wrap between">
        <h3 id={`${reference}-title`} className={styles.reference}>
          {reference}
        </h3>
        <Tag tone={state === 'waiting' ? 'wait' : 'ok'}>{t(`documents.support.state.${state}`)}</Tag>
      </div>
      <ol className="stack">
        {entries.map((entry) => (
          <li key={`${entry.at} ${entry.text}`}>
            <p className="small">
              <b>{t(`documents.support.by.${entry.by}`)}</b> <span className="muted">{entry.at}</span>
            </p>
            <p className={styles.said}>{entry.text}</p>
          </li>
        ))}
      </ol>
      <ReplyForm id={id} reference={reference} failure={failureOf(failure, replyIntent(id))} />
    </Card>
  )
}

interface ReplyFormProps {
  id: string
  reference: string
  failure: FormFailure | undefined
}

function ReplyForm({ id, reference, failure }: ReplyFormProps) {
  const { t } = useTexts()
  const field = useFormFields(failure)
  return (
    <details open={failure !== undefined}>
      <summary>{t('documents.support.more')}</summary>
      <Form method="post" action={pathOf('support')} className="stack" noValidate>
        <FormErrors failure={failure} />
        <input type="hidden" name="intent" value="reply" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="reference" value={reference} />
        <TextArea
          {...field('text')}
          id={`text-${id}`}
          label={t('documents.support.message')}
          hint={t('documents.support.messageHint')}
          rows={4}
          maxLength={5000}
          required
        />
        <SubmitButton look="quiet">{t('documents.support.send')}</SubmitButton>
      </Form>
    </details>
  )
}
