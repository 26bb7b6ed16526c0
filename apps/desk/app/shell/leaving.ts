import { type RefObject, useEffect } from 'react'
import { dropWords } from '../forms/kept-words.ts'
import { dropSheets } from '../sheet/kept-sheet.ts'

/** Set when someone has logged out on this device and the desk may not know it yet. */
const LEAVING = 'leaving'

/**
 * Logs out. What the device keeps is removed first, since there may be no network to end the session. Submitting the
 * form leaves the page in any case.
 */
export async function leave(form: HTMLFormElement): Promise<void> {
  try {
    localStorage.setItem(LEAVING, '')
    dropWords()
    await dropSheets()
  } catch {
    // The device does not allow storage: the session ends all the same.
  }
  form.submit()
}

/** A page that the browser restores, or opens after a logout without a network, belongs to a session that is over. */
export function useLeaving(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (localStorage.getItem(LEAVING) !== null) form.current?.submit()
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [form])
}

/** No one is logged in: nothing stays on the device. */
export function useNothingKept(): void {
  useEffect(() => {
    localStorage.removeItem(LEAVING)
    void dropSheets()
  }, [])
}
