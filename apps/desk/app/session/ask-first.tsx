import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Form } from 'react-router'
import { OwnPassword } from './own-password.tsx'

interface AskFirstProps {
  intent: string
  /** Further fields of the form, besides the intent. */
  values?: Readonly<Record<string, string>> | undefined
  label: string
  /** The label and which one of several it is about, for screen readers. */
  name: string
  /** What it will do, shown beforehand. */
  text?: string
  /** The words of the button; by default it ends something now. */
  submit?: string
  look?: 'danger' | 'quiet'
}

/**
 * Asks once more, with one's own password, before what cannot be undone, since a session may have been left open; works
 * without scripts.
 */
export function AskFirst(props: AskFirstProps) {
  const { intent, values = {}, label, name, text, submit, look = 'danger' } = props
  const { t } = useTexts()
  return (
    <details>
      <summary aria-label={name}>{label}</summary>
      <Form method="post" className="stack stack-s">
        {text && <p className="small">{text}</p>}
        {Object.entries(values).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <OwnPassword />
        <div>
          <SubmitButton look={look} size="s" name="intent" value={intent}>
            {submit ?? t('desk:sessions.endNow')}
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}
