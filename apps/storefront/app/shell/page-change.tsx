import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { openerOn } from './modal-screen.tsx'

/** The page shown last, kept for the life of the document, since an error page has its own shell. */
let shown: { pathname: string; heading: string } | undefined

/**
 * After a change of page its title is announced and the focus moves to its heading, where a screen reader continues.
 * An element that the page focused itself keeps the focus, and a closed dialog returns it to its opener. A page is a
 * different one by its path or its heading; a heading that is loaded late is waited for.
 */
export function PageChange() {
  const { key, pathname, hash } = useLocation()
  const [title, setTitle] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key also reveals a new page under the same path
  useEffect(() => {
    const main = document.getElementById('main')
    const find = () => main?.querySelector('h1')
    function arrive(heading: HTMLElement) {
      const before = shown
      shown = { pathname, heading: heading.textContent }
      if (!before || (before.pathname === pathname && before.heading === heading.textContent)) return
      const isTaken = main?.contains(document.activeElement) && document.activeElement !== main
      // A visitor typing into the page learns of its replies in another way.
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
