import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextArea } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import { useKeptWords } from '../kept-words.ts'
import { useEmptied } from '../use-emptied.ts'
import type { RightsDone } from './on-screen.ts'

interface NoteFormProps {
  /** How it is known who asks, or a word for colleagues. */
  kind: 'identity' | 'note'
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
    title: 'desk:rights.note',
    label: 'desk:rights.note',
    hint: 'desk:rights.noteHint',
    save: 'desk:rights.addNote',
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
        error={own && tooShort ? t('desk:rights.short') : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        minLength={5}
        maxLength={2000}
        rows={3}
        required
      />
      <SubmitButton look="quiet" size="s" name="intent" value={kind}>
        {t(words.save)}
      </SubmitButton>
    </Form>
  )
}
