import { LONGEST_SUPPORT_TEXT } from '@shop/contract/input-lengths'
import type { Locale } from '@shop/domain/locale'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextArea } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import { useKeptWords } from '../forms/kept-words.ts'
import type { ReadyAnswer } from './ready-answers.server.ts'
import { ReadyAnswers, withReady } from './ready-answers.tsx'

interface AnswerFormProps {
  thread: { version: number; locale: Locale }
  ready: readonly ReadyAnswer[]
  /** What was typed when someone else was first: a page without scripts keeps nothing. */
  typed: string
}

export function AnswerForm({ thread, ready, typed }: AnswerFormProps) {
  const { t } = useTexts()
  const [text, setText] = useKeptWords('text', typed)
  return (
    <Card as="section">
      <Form method="post" className="stack">
        <h2>{t('desk:answer')}</h2>
        <input type="hidden" name="version" value={thread.version} />
        <ReadyAnswers
          label={t('desk:messages.ready')}
          ready={ready}
          onChoose={(answer) => setText(withReady(text, answer, ready))}
        />
        <TextArea
          name="text"
          label={t('desk:yourAnswer')}
          hint={t('desk:messages.textHint')}
          lang={thread.locale}
          rows={9}
          maxLength={LONGEST_SUPPORT_TEXT}
          value={text}
          onChange={(event) => setText(event.target.value)}
          required
        />
        <div className="row row-wrap">
          <SubmitButton look="primary" name="intent" value="answerAndClose">
            {t('desk:messages.sendAndClose')}
          </SubmitButton>
          <SubmitButton look="quiet" name="intent" value="answer">
            {t('documents.support.send')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
