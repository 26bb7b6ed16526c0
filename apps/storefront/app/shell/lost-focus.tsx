import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

interface Press {
  element: Element
  /** The elements around it, innermost first. */
  around: readonly Element[]
  pathname: string
  /** What the page's notices said. */
  said: readonly string[]
}

const noticesOf = (main: Element) => [...main.querySelectorAll<HTMLElement>('[role=status], [role=alert]')]

const parentsOf = ({ parentElement }: Element): Element[] =>
  parentElement ? [parentElement, ...parentsOf(parentElement)] : []

/**
 * Keeps the focus on a page that answers in place: if the pressed link or button has gone with the answer, the focus
 * moves to the notice that is new, else to the nearest heading or link around its place. `PageChange` focuses another
 * page, and what a page focuses itself keeps the focus.
 */
export function LostFocus() {
  const { key, pathname } = useLocation()
  const last = useRef<Press>(null)
  useEffect(() => {
    const note = ({ target }: Event) => {
      const element = target instanceof Element ? target.closest('#main a, #main button') : null
      last.current = element && {
        element,
        around: parentsOf(element),
        pathname: window.location.pathname,
        said: noticesOf(document.body).map(({ textContent }) => textContent),
      }
    }
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer has a key of its own
  useEffect(() => {
    const press = last.current
    last.current = null
    if (!press || press.element.isConnected || press.pathname !== pathname) return
    if (document.activeElement !== document.body) return
    const place = press.around.filter(({ isConnected }) => isConnected)
    const main = place.find(({ id }) => id === 'main')
    const isNew = ({ textContent }: Element) => textContent !== '' && !press.said.includes(textContent)
    const goal =
      (main && noticesOf(main).find(isNew)) ??
      place.flatMap((each) => each.querySelector<HTMLElement>('h1, h2, h3, a[href]') ?? [])[0]
    if (!goal) return
    if (!goal.matches('a')) goal.tabIndex = -1
    goal.focus({ preventScroll: true })
  }, [key, pathname])
  return null
}
