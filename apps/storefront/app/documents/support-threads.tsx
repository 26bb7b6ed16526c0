import { LONGEST_SUPPORT_TEXT } from '@shop/contract/input-lengths'
import { Form } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { FormOwner, KeptNotice } from '../platform/forms/form-owner.tsx'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { Tag } from '../ui/tag.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { replyIntent } from './reply-intent.ts'
import type { SupportThreadView } from './support.server.ts'
import styles from './support-page.module.css'

interface ReplyProps {
  failure: FormFailure | undefined
  formOwner: string | null
  /** A reply that had been typed before a session ended. */
  kept: Record<string, string> | undefined
}

/** The account's questions, each with its answers. */
export function SupportThreads({
  threads,
  ...props
}: ReplyProps & { threads: readonly SupportThreadView[] }) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="asked" className="stack">
      <SectionHead id="asked" title={t('documents.support.asked')} />
      {threads.map((thread) => (
        <Thread key={thread.id} thread={thread} {...props} />
      ))}
    </section>
  )
}

function Thread({ thread, failure, formOwner, kept }: ReplyProps & { thread: SupportThreadView }) {
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
      <ReplyForm
        key={entries.length}
        id={id}
        reference={reference}
        failure={failureOf(failure, replyIntent(id))}
        formOwner={formOwner}
        kept={kept?.id === id ? kept : undefined}
      />
    </Card>
  )
}

interface ReplyFormProps extends ReplyProps {
  id: string
  reference: string
}

function ReplyForm({ id, reference, failure, formOwner, kept }: ReplyFormProps) {
  const { t } = useTexts()
  const field = useFormFields(failure, kept)
  return (
    <details open={(failure ?? kept) !== undefined}>
      <summary>{t('documents.support.more')}</summary>
      <Form method="post" id={`reply-${id}`} className="stack" noValidate>
        <FormErrors failure={failure} />
        {kept && !failure && <KeptNotice />}
        <FormOwner owner={formOwner} />
        <input type="hidden" name="intent" value="reply" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="reference" value={reference} />
        <TextArea
          {...field('text')}
          id={`text-${id}`}
          label={t('documents.support.message')}
          hint={t('documents.support.messageHint')}
          rows={4}
          maxLength={LONGEST_SUPPORT_TEXT}
          required
        />
        <SubmitButton look="quiet">{t('documents.support.send')}</SubmitButton>
      </Form>
    </details>
  )
}
