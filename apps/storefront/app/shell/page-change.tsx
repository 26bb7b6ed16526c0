import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { openerOn } from './modal-screen.tsx'

/**
 * After a change of page its title is told, and the focus goes to its heading: there a screen reader reads on. What the
 * page focuses itself keeps it, and a dialog that has gone gives it back to what opened it.
 */
export function PageChange() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
    const main = document.getElementById('main')
    const isTaken = main?.contains(document.activeElement) && document.activeElement !== main
    const heading = main?.querySelector('h1')
    const target = openerOn(pathname) ?? heading
    if (!target || isTaken || hash) return
    if (target === heading) heading.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname, hash])
  return (
    <p className="visually-hidden" aria-live="polite" data-page-title>
      {title}
    </p>
  )
}
