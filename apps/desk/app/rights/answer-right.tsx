import { limitOf, RIGHTS_OUTCOMES } from '@shop/domain/rights'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextArea } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import { useKeptWords } from '../kept-words.ts'
import styles from '../messages/messages.module.css'
import type { FoundRights, RightsDone } from './on-screen.ts'

interface AnswerRightProps {
  found: FoundRights
  ready: readonly { title: string; text: string }[]
  done: RightsDone
}

/** The answer, which settles the request. */
export function AnswerRight({ found, ready, done }: AnswerRightProps) {
  const { t } = useTexts()
  const own = done?.intent === 'answer' ? done : undefined
  const limit = limitOf(found.right)
  const [text, setText] = useKeptWords('text-answer', own?.typed?.text ?? '')
  return (
    <Card as="section">
      <Form method="post" className="stack">
        <h2>{t('desk:rights.answer')}</h2>
        <input type="hidden" name="version" value={found.version} />
        <SelectField
          name="outcome"
          label={t('desk:rights.outcome')}
          defaultValue={own?.typed?.outcome}
          options={RIGHTS_OUTCOMES.map((value) => ({ value, label: t(`desk:rights.outcomes.${value}`) }))}
        />
        {limit && <p className="small muted">{t(`desk:rights.grants.${limit}`)}</p>}
        <fieldset className={styles.ready}>
          <legend className="muted">{t('desk:rights.ready')}</legend>
          {ready.map((answer) => (
            <Button key={answer.title} look="quiet" size="s" onClick={() => setText(answer.text)}>
              {answer.title}
            </Button>
          ))}
        </fieldset>
        <TextArea
          name="text"
          id="text-answer"
          label={t('desk:rights.text')}
          hint={t('desk:rights.textHint', { language: LANGUAGE_NAMES[found.locale] })}
          error={own?.problem?.code === 'invalid_fields' ? t('desk:rights.short') : undefined}
          lang={found.locale}
          rows={9}
          minLength={5}
          maxLength={5000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          required
        />
        <div>
          <SubmitButton look="primary" name="intent" value="answer">
            {t('desk:rights.send')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
