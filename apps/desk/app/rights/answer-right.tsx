import {
  LONGEST_RIGHTS_ANSWER,
  LONGEST_RIGHTS_NOTE,
  SHORTEST_RIGHTS_TEXT,
} from '@shop/contract/input-lengths'
import { limitOf, RIGHTS_OUTCOMES, type RightsNote } from '@shop/domain/rights'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextArea } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import { useEmptied } from '../forms/after-form.ts'
import { KeptFields } from '../forms/kept-fields.tsx'
import { useKeptWords } from '../forms/kept-words.ts'
import type { ReadyAnswer } from '../messages/ready-answers.server.ts'
import { ReadyAnswers, withReady } from '../messages/ready-answers.tsx'
import type { FoundRights, RightsDone } from './ready-rights.server.ts'

interface AnswerRightProps {
  found: FoundRights
  ready: readonly ReadyAnswer[]
  done: RightsDone
}

/** The answer, which settles the request. */
export function AnswerRight({ found, ready, done }: AnswerRightProps) {
  const { t } = useTexts()
  const own = done?.intent === 'answer' ? done : undefined
  const wrong = own?.problem?.code === 'invalid_fields' ? own.problem.fields : null
  const isOutcomeWrong = wrong?.includes('outcome') ?? false
  const limit = limitOf(found.right)
  const [text, setText] = useKeptWords('text-answer', own?.typed?.text ?? '')
  const [outcome, setOutcome] = useKeptWords('outcome', own?.typed?.outcome ?? '')
  return (
    <Card as="section">
      <Form method="post" className="stack">
        <h2>{t('desk:answer')}</h2>
        <input type="hidden" name="version" value={found.version} />
        <SelectField
          name="outcome"
          label={t('desk:rights.outcome')}
          error={isOutcomeWrong ? t('desk:audit.wrong.other') : undefined}
          value={outcome || RIGHTS_OUTCOMES[0]}
          onChange={(event) => setOutcome(event.target.value)}
          options={RIGHTS_OUTCOMES.map((value) => ({ value, label: t(`desk:rights.outcomes.${value}`) }))}
        />
        {limit && <p className="small muted">{t(`desk:rights.grants.${limit}`)}</p>}
        <ReadyAnswers
          label={t('desk:rights.ready')}
          ready={ready}
          onChoose={(answer) => setText(withReady(text, answer, ready))}
        />
        <TextArea
          name="text"
          id="text-answer"
          label={t('desk:yourAnswer')}
          hint={t('desk:rights.textHint', { language: LANGUAGE_NAMES[found.locale] })}
          error={wrong && (!isOutcomeWrong || wrong.includes('text')) ? t('desk:atLeastFive') : undefined}
          lang={found.locale}
          rows={9}
          minLength={SHORTEST_RIGHTS_TEXT}
          maxLength={LONGEST_RIGHTS_ANSWER}
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

interface NoteFormProps {
  /** How the requester's identity is known, or a note for colleagues. */
  kind: RightsNote
  version: number
  tooShort: boolean
  done: RightsDone
}

const WORDS = {
  identity: {
    title: 'desk:rights.identify',
    label: 'desk:rights.howKnown',
    hint: 'desk:rights.howKnownHint',
    save: 'desk:rights.noteIdentity',
  },
  note: {
    title: 'desk:note',
    label: 'desk:note',
    hint: 'desk:rights.noteHint',
    save: 'desk:addNote',
  },
} as const

export function NoteForm({ done, ...form }: NoteFormProps) {
  const own = done?.intent === form.kind ? done : undefined
  const noted = useEmptied(done, own?.problem === null)
  return (
    <Card as="section">
      <EmptyingForm key={noted} own={own} {...form} />
    </Card>
  )
}

function EmptyingForm({
  kind,
  version,
  tooShort,
  own,
}: Omit<NoteFormProps, 'done'> & { own: RightsDone | undefined }) {
  const { t } = useTexts()
  const words = WORDS[kind]
  const [text, setText] = useKeptWords(`text-${kind}`, own?.typed?.text ?? '')
  return (
    <Form method="post" className="stack">
      <h2>{t(words.title)}</h2>
      <input type="hidden" name="version" value={version} />
      <TextArea
        name="text"
        id={`text-${kind}`}
        label={t(words.label)}
        hint={t(words.hint)}
        error={own && tooShort ? t('desk:atLeastFive') : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        minLength={SHORTEST_RIGHTS_TEXT}
        maxLength={LONGEST_RIGHTS_NOTE}
        rows={3}
        required
      />
      <SubmitButton look="quiet" size="s" name="intent" value={kind}>
        {t(words.save)}
      </SubmitButton>
    </Form>
  )
}

/** The limits in force for the requester's data: a restriction, an objection. */
export function InForce({ limits }: Pick<FoundRights, 'limits'>) {
  const { t } = useTexts()
  if (!limits) return null
  const { restrictedSince, restrictionEndsAt, objectedSince } = limits
  return (
    <>
      {restrictedSince && (
        <Notice tone="warn" title={t('desk:rights.restrictedSince', { moment: restrictedSince })}>
          {restrictionEndsAt && <p>{t('desk:rights.endsOn', { moment: restrictionEndsAt })}</p>}
        </Notice>
      )}
      {objectedSince && (
        <Notice tone="warn" title={t('desk:rights.objectedSince', { moment: objectedSince })} />
      )}
    </>
  )
}

/** Announces the end of a restriction, with the reason that its owner is given beforehand. */
export function EndRestriction({ found, done }: { found: FoundRights; done: RightsDone }) {
  const { t } = useTexts()
  const own = done?.intent === 'endRestriction' ? done : undefined
  return (
    <Card as="section">
      <Form method="post" className="stack">
        <h2>{t('desk:rights.endTitle')}</h2>
        <KeptFields form="end" />
        <input type="hidden" name="version" value={found.version} />
        <TextArea
          name="text"
          id="text-end"
          label={t('desk:reason')}
          hint={t('desk:rights.endReasonHint', { language: LANGUAGE_NAMES[found.locale] })}
          error={own?.problem?.code === 'invalid_fields' ? t('desk:atLeastFive') : undefined}
          defaultValue={own?.typed?.text ?? ''}
          lang={found.locale}
          rows={4}
          minLength={SHORTEST_RIGHTS_TEXT}
          maxLength={LONGEST_RIGHTS_NOTE}
          required
        />
        <div>
          <SubmitButton look="quiet" size="s" name="intent" value="endRestriction">
            {t('desk:rights.endSend')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
