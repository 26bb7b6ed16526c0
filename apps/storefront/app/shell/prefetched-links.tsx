import { memo, startTransition, useEffect, useState } from 'react'
import { PrefetchPageLinks, useLocation, useNavigation } from 'react-router'
import { sharedScreenAt } from '../platform/navigation/shared-screen.ts'
import { useShellData } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'

/** Links within this distance of the viewport are fetched ahead; a `Link` of React Router knows no distance. */
const MARGIN_PX = 200
/** So many at once; of a long list those seen last. */
const AT_MOST = 12

/** Safari has no idle callbacks yet. */
const whenIdle: (run: () => void) => void =
  typeof requestIdleCallback === 'undefined'
    ? (run) => setTimeout(run, 50)
    : (run) => requestIdleCallback(run)

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
  // On their way: what is there lies in the browser's cache, and would be rendered with each press.
  const [pages, setPages] = useState<readonly string[]>([])
  useSteadyPage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has other links
  useEffect(() => {
    if (isSpared()) return
    const asked = new Set<string>()
    const add = (path: string) => {
      if (!navigator.onLine || asked.has(path)) return
      asked.add(path)
      // The press that may follow at once does not wait for it.
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
        // One by one: a dozen at once would hold up a touch on a slow phone for a quarter of a second.
        if (!isUnderWay) whenIdle(addNext)
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
    // Neither bubbles.
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

/** Where anchors lead that may be fetched ahead. The start page shows a person's order: when it is wanted. */
function pathsOf(anchors: readonly Element[]): readonly string[] {
  const paths = (anchors as readonly HTMLAnchorElement[])
    .filter(({ pathname }) => pathname !== location.pathname && pathname !== '/' && sharedScreenAt(pathname))
    .map(({ pathname, search }) => `${pathname}${search}`)
  return [...new Set(paths)]
}
