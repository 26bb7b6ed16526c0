import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { openerOn } from './modal-screen.tsx'

/** The page that was shown last, for as long as the document lives: an error page has a shell of its own. */
let shown: { pathname: string; heading: string } | undefined

/**
 * After a change of page its title is told, and the focus goes to its heading: there a screen reader reads on. What the
 * page focuses itself keeps it, and a dialog that has gone gives it back to what opened it. A page is another one by its
 * path or by its heading; what is fetched only when it is needed is waited for.
 */
export function PageChange() {
  const { key, pathname, hash } = useLocation()
  const [title, setTitle] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the key, also what comes under the same path is seen
  useEffect(() => {
    const main = document.getElementById('main')
    const find = () => main?.querySelector('h1')
    function arrive(heading: HTMLElement) {
      const before = shown
      shown = { pathname, heading: heading.textContent }
      if (!before || (before.pathname === pathname && before.heading === heading.textContent)) return
      const isTaken = main?.contains(document.activeElement) && document.activeElement !== main
      // Whoever types into the page hears of its answers otherwise.
      if (isTaken && before.pathname === pathname) return
      setTitle(document.title)
      const target = openerOn(pathname) ?? heading
      if (isTaken || hash) return
      if (target === heading) heading.tabIndex = -1
      target.focus({ preventScroll: true })
    }
    const heading = find()
    if (heading) return arrive(heading)
    const observer = new MutationObserver(() => {
      const late = find()
      if (!late) return
      observer.disconnect()
      arrive(late)
    })
    if (main) observer.observe(main, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [key, pathname, hash])
  return (
    <p className="visually-hidden" aria-live="polite" data-page-title>
      {title}
    </p>
  )
}
