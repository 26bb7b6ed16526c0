import { useEffect, useRef } from 'react'

/**
 * Keeps the focus: if the pressed element is gone once something else is shown, `goal` takes the focus. `around`
 * contains what can be pressed.
 */
export function useKeptFocus<Around extends HTMLElement, Goal extends HTMLElement>(shown: unknown) {
  const around = useRef<Around>(null)
  const goal = useRef<Goal>(null)
  const pressed = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is now shown may have removed the pressed button.
  useEffect(() => {
    if (pressed.current?.isConnected === false && document.activeElement === document.body) {
      goal.current?.focus({ preventScroll: true })
    }
    pressed.current = null
  }, [shown])
  useEffect(() => {
    const element = around.current
    const note = ({ target }: Event) => {
      pressed.current = target instanceof Element ? target.closest('a, button') : null
    }
    element?.addEventListener('click', note)
    return () => element?.removeEventListener('click', note)
  }, [])
  return { around, goal }
}
