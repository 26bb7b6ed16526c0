import { memo, startTransition, useEffect, useState } from 'react'
import { PrefetchPageLinks, useLocation, useNavigation } from 'react-router'
import { sharedScreenAt } from '../platform/navigation/shared-screen.ts'
import { useShellData } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'

/** Links within this distance of the viewport are fetched ahead; a `Link` of React Router knows no distance. */
const MARGIN_PX = 200
/** So many at once; of a long list those seen last. */
const AT_MOST = 12

/** Those that are there already are not made again for each new one. */
const AheadLinks = memo(PrefetchPageLinks)

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

/**
 * Keeps the page where the code of another cannot be had: React Router then loads the document anew, and what
 * is typed would be gone for a page that nobody wants yet, or without a line for the browser's own page of an
 * error. What visitors load anew themselves is theirs. `stayWhenLost` brings a page that was asked for.
 */
function useSteadyPage(): void {
  const { state } = useNavigation()
  const { language } = useTexts()
  const locale = useShellData()?.locale
  const isLoadedAnew = state !== 'idle' || locale !== language
  useEffect(() => {
    if (!('navigation' in window)) return
    const { navigation } = window
    const stay = (event: NavigateEvent) => {
      if (event.navigationType !== 'reload' || event.userInitiated) return
      if (!isLoadedAnew || !navigator.onLine) event.preventDefault()
    }
    navigation.addEventListener('navigate', stay)
    return () => navigation.removeEventListener('navigate', stay)
  }, [isLoadedAnew])
}

/**
 * Fetches the pages behind the links near the viewport and under the pointer ahead, except where the visitor saves data.
 * Only pages that are the same for everybody, and nothing while offline. Fetched in time, a page is there without a line.
 */
export function PrefetchedLinks() {
  const { key } = useLocation()
  const [pages, setPages] = useState<readonly string[]>([])
  useSteadyPage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has other links
  useEffect(() => {
    if (isSpared()) return
    const add = (anchors: readonly Element[]) => {
      if (!navigator.onLine) return
      const paths = anchors
        .map((anchor) => pathOf(anchor as HTMLAnchorElement))
        .filter((path) => path !== null)
      if (paths.length === 0) return
      // The press that may follow at once does not wait for it.
      startTransition(() => setPages((known) => [...new Set([...known, ...paths])].slice(-AT_MOST)))
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
  return pages.map((page) => <AheadLinks key={page} page={page} />)
}

function pathOf({ pathname, search }: HTMLAnchorElement): string | null {
  // The start page shows a person's order; it is asked for when it is wanted.
  if (pathname === location.pathname || pathname === '/') return null
  return sharedScreenAt(pathname) ? `${pathname}${search}` : null
}
