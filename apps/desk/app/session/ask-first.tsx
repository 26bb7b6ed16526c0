import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Form } from 'react-router'
import { OwnPassword } from './own-password.tsx'

interface AskFirstProps {
  intent: string
  /** What the form names beside the intent. */
  values?: Readonly<Record<string, string>>
  label: string
  /** Whom of several it is about, for who does not see where it stands. */
  name: string
  /** What it does, before it is done. */
  text: string
  look: 'danger' | 'quiet'
}

/** What cannot be undone is asked once more, with the own password, without scripts too. */
export function AskFirst({ intent, values = {}, label, name, text, look }: AskFirstProps) {
  return (
    <details>
      <summary aria-label={`${label}, ${name}`}>{label}</summary>
      <Form method="post" className="stack stack-s">
        <p className="small">{text}</p>
        {Object.entries(values).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <OwnPassword />
        <div>
          <SubmitButton look={look} size="s" name="intent" value={intent}>
            {label}
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}
