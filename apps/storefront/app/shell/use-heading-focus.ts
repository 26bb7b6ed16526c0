import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a change of page the focus goes to its heading: there a screen reader reads on. What the page focuses itself keeps it. */
export function useHeadingFocus(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById('main')
    const isTaken = main?.contains(document.activeElement) && document.activeElement !== main
    const heading = main?.querySelector('h1')
    if (!heading || isTaken || hash) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, hash])
}
