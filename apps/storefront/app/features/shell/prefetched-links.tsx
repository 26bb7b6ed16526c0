import { useContext, useEffect, useState } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, useLocation } from 'react-router'
import { sharedRouteAt, sharedScreenAt } from '../../shared-screen.ts'

/** Links within this distance of the viewport are fetched ahead. */
const MARGIN_PX = 200
/** So many at once; of a long list those seen last. */
const AT_MOST = 12

const INTENTS = ['pointerover', 'focusin', 'touchstart']

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether the visitor's connection is to be spared. */
function isSpared(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}

/** Fetches the pages behind the links near the viewport and under the pointer ahead, except where the visitor saves data. Only pages that are the same for everybody. */
export function PrefetchedLinks() {
  const { key } = useLocation()
  const [pages, setPages] = useState<readonly string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has other links
  useEffect(() => {
    if (isSpared()) return
    const add = (anchors: readonly Element[]) => {
      const paths = anchors
        .map((anchor) => pathOf(anchor as HTMLAnchorElement))
        .filter((path) => path !== null)
      if (paths.length > 0) setPages((known) => [...new Set([...known, ...paths])].slice(-AT_MOST))
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.filter((entry) => entry.isIntersecting).map(({ target }) => target)
        for (const anchor of near) observer.unobserve(anchor)
        add(near)
      },
      { rootMargin: `${MARGIN_PX}px` },
    )
    // Behind the question for a laboratory nothing can be pressed yet.
    for (const anchor of document.querySelectorAll('a[href^="/"]')) {
      if (!anchor.closest('[inert]')) observer.observe(anchor)
    }
    // Of a page with more links than are fetched, the one that is about to be pressed.
    const onIntent = ({ target }: Event) => {
      const anchor = target instanceof Element ? target.closest('a[href^="/"]') : null
      if (anchor && !anchor.closest('[inert]')) add([anchor])
    }
    for (const intent of INTENTS) document.addEventListener(intent, onIntent, { passive: true })
    return () => {
      observer.disconnect()
      for (const intent of INTENTS) document.removeEventListener(intent, onIntent)
    }
  }, [key])
  return pages.map((page) => <FetchedAhead key={page} page={page} />)
}

/**
 * The page's data and code, as the router asks for them. Its own `PrefetchPageLinks` also runs the code, and where that
 * cannot be fetched it loads the document anew: what was typed would be gone.
 */
function FetchedAhead({ page }: { page: string }) {
  const routes = useContext(FrameworkContext)?.manifest.routes
  const data = new URL(page, location.origin)
  const key = sharedRouteAt(data.pathname)
  const route = key && routes?.[key]
  if (!route) return null
  data.pathname += '.data'
  data.searchParams.set('_routes', key)
  return (
    <>
      <link rel="prefetch" as="fetch" href={`${data.pathname}${data.search}`} />
      {[route.module, ...(route.imports ?? [])].map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </>
  )
}

function pathOf({ pathname, search }: HTMLAnchorElement): string | null {
  // The start page shows a person's order; it is asked for when it is wanted.
  if (pathname === location.pathname || pathname === '/') return null
  return sharedScreenAt(pathname) ? `${pathname}${search}` : null
}
