import { type RefObject, useEffect } from 'react'
import { dropWords } from '../forms/kept-words.ts'
import { dropSheets } from '../sheet/kept-sheet.ts'

/** That somebody left on this device and the desk may not know it yet. */
const LEAVING = 'leaving'

/** What the device keeps goes first: there may be no network to end the session over. The page goes with the form in any case. */
export async function leave(form: HTMLFormElement): Promise<void> {
  try {
    localStorage.setItem(LEAVING, '')
    dropWords()
    await dropSheets()
  } catch {
    // A device that lets nothing be kept: the session ends all the same.
  }
  form.submit()
}

/** A page that the browser shows as it was, or opens after somebody left without a network, is of a session that is over. */
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

/** Nobody is here: nothing stays on the device. */
export function useNothingKept(): void {
  useEffect(() => {
    localStorage.removeItem(LEAVING)
    void dropSheets()
  }, [])
}
