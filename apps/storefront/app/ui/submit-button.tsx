import type { ComponentProps, ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './submit-button.module.css'

interface SubmitButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className' | 'type'> {
  icon?: IconName | undefined
  children: ReactNode
  /**
   * Whether its form is being sent; by default taken from the page's navigation (with a fetcher, pass
   * `fetcher.state !== 'idle'`).
   */
  pending?: boolean | undefined
}

/** Sends its form and shows progress until the reply arrives; pressing it again before that does nothing. */
export function SubmitButton(props: SubmitButtonProps) {
  const { look, size, wide, icon, children, pending, ...rest } = props
  const { t } = useTexts()
  const isSending = useIsSending(rest.name, rest.value)
  const isBusy = pending ?? isSending
  return (
    <button
      type="submit"
      className={buttonClass({ look, size, wide })}
      aria-disabled={isBusy || undefined}
      {...rest}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else rest.onClick?.(event)
      }}
    >
      {isBusy ? <span className={styles.spinner} aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
      {isBusy && (
        <span className="visually-hidden" role="status">
          {t('shell.working')}
        </span>
      )}
    </button>
  )
}

/** Whether this button started the current navigation: its name and value are sent with the form. */
function useIsSending(name: string | undefined, value: ComponentProps<'button'>['value']): boolean {
  const { state, formData } = useNavigation()
  if (state === 'idle' || !formData) return false
  return name === undefined || formData.get(name) === String(value ?? '')
}
