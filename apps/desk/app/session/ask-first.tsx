import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Form } from 'react-router'
import { OwnPassword } from './own-password.tsx'

interface AskFirstProps {
  intent: string
  /** Further fields of the form, besides the intent. */
  values?: Readonly<Record<string, string>>
  label: string
  /** Which person of several it is about, for screen readers. */
  name: string
  /** What it will do, shown beforehand. */
  text: string
  look: 'danger' | 'quiet'
}

/** Asks once more, with one's own password, before what cannot be undone; works without scripts. */
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
