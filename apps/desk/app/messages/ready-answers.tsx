import { Button } from '@shop/storefront/ui/button.tsx'
import { classNames } from '@shop/storefront/ui/class-names.ts'
import styles from './messages.module.css'
import type { ReadyAnswer } from './ready-answers.server.ts'

interface ReadyAnswersProps {
  label: string
  ready: readonly ReadyAnswer[]
  onChoose: (text: string) => void
}

/** Buttons that put a prepared text into the answer. */
export function ReadyAnswers({ label, ready, onChoose }: ReadyAnswersProps) {
  return (
    <fieldset className={classNames(styles.ready, 'needs-scripts')}>
      <legend className="muted">{label}</legend>
      {ready.map(({ title, text }) => (
        <Button key={title} look="quiet" size="s" onClick={() => onChoose(text)}>
          {title}
        </Button>
      ))}
    </fieldset>
  )
}

/**
 * An answer with a ready one chosen: it takes the place of nothing or of another ready one, and follows what was typed.
 */
export function withReady(typed: string, chosen: string, ready: readonly { text: string }[]): string {
  const isOwn = typed.trim() !== '' && !ready.some(({ text }) => text === typed)
  return isOwn ? `${typed.trimEnd()}\n\n${chosen}` : chosen
}
