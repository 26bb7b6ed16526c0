import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  /** Whether it is shown. If the server renders it open, it is shown even without scripts. */
  open: boolean
  title: ReactNode
  children: ReactNode
  /** Called for Esc, the cross and the backdrop. Without it the dialog cannot be closed. */
  onClose?: () => void
  /** Wide enough for two columns. */
  wide?: boolean
}

/** A native modal dialog: the browser keeps the focus inside and the page behind still. */
export function Dialog({ open, title, children, onClose, wide = false }: DialogProps) {
  const { t } = useTexts()
  const ref = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  const titleId = useId()
  // Only as served: afterwards the browser owns the attribute, and keeps the focus and the page behind in step with it.
  const [servedOpen] = useState(open)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.matches(':modal') === open) return
    dialog.close()
    if (open) dialog.showModal()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog handles Esc itself, by onCancel
    <dialog
      ref={ref}
      className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={titleId}
      open={servedOpen}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onPointerDown={({ target }) => {
        pressed.current = target
      }}
      onClick={({ target, currentTarget }) => {
        // A press that ends elsewhere, as of a selected text, counts as a click on what contains both.
        if (target === currentTarget && target === pressed.current) onClose?.()
      }}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          {onClose && (
            <span className="needs-scripts">
              <IconButton icon="x" label={t('shell.close')} onClick={onClose} />
            </span>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}
