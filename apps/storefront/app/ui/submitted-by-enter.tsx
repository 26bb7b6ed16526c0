import type { ReactNode } from 'react'

/**
 * First in a form whose first visible button does something else than save, such as choosing another day: Enter presses
 * this one. Browsers skip a button with `display: none`.
 */
export function SubmittedByEnter({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
    >
      {children}
    </button>
  )
}
