import { memo, startTransition, useEffect, useState } from 'react'
import { PrefetchPageLinks, useLocation, useNavigation } from 'react-router'
import { sharedScreenAt } from '../platform/navigation/shared-screen.ts'
import { useShellData } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'

/** Links within this distance of the viewport are prefetched; React Router's `Link` has no such setting. */
const MARGIN_PX = 200
/** At most this many at a time; of a long list, those seen last. */
const AT_MOST = 12

/** Safari has no idle callbacks yet. */
const whenIdle: (run: () => void) => void =
  typeof requestIdleCallback === 'undefined'
    ? (run) => setTimeout(run, 50)
    : (run) => requestIdleCallback(run)

/** Memoised: existing links are not rendered again for each new one. */
const AheadLinks = memo(PrefetchPageLinks)

const INTENTS = ['pointerover', 'focusin', 'touchstart']

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether to spare the visitor's connection. */
function isSpared(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}

/**
 * Keeps the page when the code of another cannot be loaded. React Router would then reload the document: typed
 * text would be lost for a page that was not even requested or, offline, for the browser's error page. Reloads by
 * the visitor are left alone, and `stayWhenLost` takes care of a page that was requested.
 */
function useSteadyPage(): void {
  const { state } = useNavigation()
  const { language } = useTexts()
  const locale = useShellData()?.locale
  const isReloaded = state !== 'idle' || locale !== language
  useEffect(() => {
    if (!('navigation' in window)) return
    const { navigation } = window
    const stay = (event: NavigateEvent) => {
      if (event.navigationType !== 'reload' || event.userInitiated) return
      if (!isReloaded || !navigator.onLine) event.preventDefault()
    }
    navigation.addEventListener('navigate', stay)
    return () => navigation.removeEventListener('navigate', stay)
  }, [isReloaded])
}

/**
 * Prefetches the pages behind links near the viewport and under the pointer, unless the visitor saves data. Only
 * pages that are the same for everyone, and nothing while offline. A page fetched in time also opens offline.
 */
export function PrefetchedLinks() {
  const { key } = useLocation()
  // Only those still being fetched: the others are in the browser's cache, and would be rendered on each press.
  const [pages, setPages] = useState<readonly string[]>([])
  useSteadyPage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links
  useEffect(() => {
    if (isSpared()) return
    const asked = new Set<string>()
    const add = (path: string) => {
      if (!navigator.onLine || asked.has(path)) return
      asked.add(path)
      // A press that follows immediately does not have to wait for it.
      startTransition(() =>
        setPages((known) => (known.includes(path) ? known : [...known, path].slice(-AT_MOST))),
      )
    }
    let waiting: readonly string[] = []
    const addNext = () => {
      const [next, ...others] = waiting
      waiting = others
      if (next) add(next)
      if (others.length > 0) whenIdle(addNext)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.filter((entry) => entry.isIntersecting).map(({ target }) => target)
        for (const anchor of near) observer.unobserve(anchor)
        const isUnderWay = waiting.length > 0
        waiting = [...waiting, ...pathsOf(near)].slice(-AT_MOST)
        // One by one: a dozen together would delay a touch on a slow phone by a quarter of a second.
        if (!isUnderWay) whenIdle(addNext)
      },
      { rootMargin: `${MARGIN_PX}px` },
    )
    // Behind the question for a laboratory nothing can be pressed yet.
    for (const anchor of document.querySelectorAll('a[href^="/"]')) {
      if (!anchor.closest('[inert]')) observer.observe(anchor)
    }
    // On a page with more links than are prefetched, the one about to be pressed.
    const onIntent = ({ target }: Event) => {
      const anchor = target instanceof Element ? target.closest('a[href^="/"]') : null
      if (anchor && !anchor.closest('[inert]')) pathsOf([anchor]).forEach(add)
    }
    for (const intent of INTENTS) document.addEventListener(intent, onIntent, { passive: true })
    return () => {
      observer.disconnect()
      waiting = []
      for (const intent of INTENTS) document.removeEventListener(intent, onIntent)
    }
  }, [key])
  useEffect(() => {
    // Neither event bubbles, so both are captured.
    const onEnd = ({ target }: Event) => {
      if (!(target instanceof HTMLLinkElement && target.rel === 'prefetch')) return
      const ended = target.dataset.page
      startTransition(() => setPages((others) => others.filter((page) => page !== ended)))
    }
    for (const end of ['load', 'error']) document.addEventListener(end, onEnd, true)
    return () => {
      for (const end of ['load', 'error']) document.removeEventListener(end, onEnd, true)
    }
  }, [])
  return pages.map((page) => <AheadLinks key={page} page={page} data-page={page} />)
}

/** The pages that may be prefetched. The start page may not: it shows the customer's order. */
function pathsOf(anchors: readonly Element[]): readonly string[] {
  const paths = (anchors as readonly HTMLAnchorElement[])
    .filter(({ pathname }) => pathname !== location.pathname && pathname !== '/' && sharedScreenAt(pathname))
    .map(({ pathname, search }) => `${pathname}${search}`)
  return [...new Set(paths)]
}
