import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Form } from 'react-router'
import { OwnPassword } from './own-password.tsx'

interface EndWithPasswordProps {
  intent: string
  /** Further fields of the form, besides the intent. */
  values?: Readonly<Record<string, string>>
  label: string
  /** Which one of several it is, for screen readers. */
  name: string
  text?: string
}

/** Ends something immediately, but asks for the password, since a session may have been left open. */
export function EndWithPassword({ intent, values = {}, label, name, text }: EndWithPasswordProps) {
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
          <SubmitButton look="danger" size="s" name="intent" value={intent}>
            {t('desk:sessions.endNow')}
          </SubmitButton>
        </div>
      </Form>
    </details>
  )
}
