import { type ComponentProps, type ReactNode, useId } from 'react'
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

/** The button pressed last, which has sent what is being sent. */
let pressed: string | undefined

/** Sends its form and shows progress until the reply arrives; pressing it again before that does nothing. */
export function SubmitButton(props: SubmitButtonProps) {
  const { look, size, wide, icon, children, pending, ...rest } = props
  const { t } = useTexts()
  const own = useId()
  // A long page has its button twice, outside the form.
  const id = rest.form ?? own
  const { formData: sent } = useNavigation()
  const isOwn = sent && pressed === id && (!rest.name || sent.get(rest.name) === rest.value)
  const isBusy = pending ?? isOwn
  const isOff = isBusy || rest['aria-disabled']
  return (
    <button
      type="submit"
      className={buttonClass({ look, size, wide })}
      {...rest}
      aria-disabled={isOff}
      onClick={(event) => {
        if (isOff) return event.preventDefault()
        pressed = id
        rest.onClick?.(event)
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
