import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import { forgetForms } from '../platform/forms/form-memory.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { markLeaving } from '../platform/session/leaving-mark.ts'
import { type PageTexts, usePageTexts, useTexts } from '../platform/texts/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Dialog } from '../ui/dialog.tsx'
import { lostAnswer } from './lost-answer.ts'
import reachShop from './reach-shop.ts?worker&url'

/** A shop that is silent so long does not answer who wants to leave. */
const PATIENCE_MS = 10_000
const CHANNEL = 'leaving'

/** What the page that stays is written with; there is no asking for it when it is needed. */
let words: PageTexts | undefined

/** Where somebody may leave: call it before `leave`. */
export function useWordsOfLeaving(): void {
  const page = usePageTexts()
  useEffect(() => {
    words = page
  }, [page])
}

/** A whole document that needs no shop: blank but for saying how things stand. */
function pageThatStays({ texts: { t, language }, styles }: PageTexts): string {
  const page = document.implementation.createHTMLDocument(t('shell.left.title'))
  const add = (parent: Element, tag: string, attributes: Record<string, string>, text = '') => {
    const element = page.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.textContent = text
    return parent.appendChild(element)
  }
  const ofShop = (path: string) => new URL(path, location.origin).href
  page.documentElement.lang = language
  add(page.head, 'meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' })
  const file = styles?.file ?? document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href
  if (file) add(page.head, 'link', { rel: 'stylesheet', href: ofShop(file) })
  add(page.head, 'script', { src: ofShop(reachShop), defer: '' })
  const main = add(page.body, 'main', { class: 'wrap stack', style: 'padding-block: 3rem' })
  add(main, 'h1', {}, t('shell.left.title'))
  add(main, 'p', {}, t('shell.left.here'))
  add(main, 'p', {}, t('shell.left.there'))
  const way = add(main, 'p', {})
  add(way, 'a', { href: ofShop('/'), class: buttonClass({}) }, t('shell.left.open'))
  return `<!doctype html>${page.documentElement.outerHTML}`
}

/**
 * Takes away what this tab holds of somebody. Another document comes in the place of this one, with all its scripts and what they
 * remember: React's page, emptied, could be written again by what is still on its way.
 */
function clearTab(): void {
  if (!words) return
  markLeaving()
  forgetForms()
  const page = new Blob([pageThatStays(words)], { type: 'text/html;charset=utf-8' })
  // Should the browser ever bring this document back, it is empty and asks the shop.
  window.addEventListener('pageshow', () => location.replace('/'))
  document.documentElement.replaceChildren()
  location.replace(URL.createObjectURL(page))
}

/** Nobody answers who is leaving: the browser lets go of everything by itself, in each of its tabs. */
function clearTabs(): void {
  new BroadcastChannel(CHANNEL).postMessage('')
  clearTab()
}

/**
 * Leaves by what the shop is asked with. Only its leading on is an answer: no network, a proxy's page, an
 * error or silence are none, and whoever has confirmed that they leave has left.
 */
export async function leave(ask: () => Promise<unknown>): Promise<never> {
  markLeaving()
  forgetForms()
  const silence = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  const answer = await Promise.race([ask(), silence]).catch((failure: unknown) => failure)
  if (answer instanceof Response) throw answer
  clearTabs()
  return new Promise<never>(() => {})
}

/** Who wants to leave and does not even get the question is asked here, once for each wish. */
function LeavingUnasked() {
  const { t } = useTexts()
  const { location: asked, formMethod } = useNavigation()
  const lost = useSyncExternalStore(lostAnswer.subscribe, lostAnswer.read, lostAnswer.onServer)
  const [isOpen, setIsOpen] = useState(false)
  const isAsked = asked?.pathname === pathOf('logout') && formMethod !== 'POST'
  const isLost = isAsked && lost !== null && 'page' in lost.what
  useEffect(() => {
    if (!isAsked) return
    const timer = setTimeout(setIsOpen, isLost ? 0 : PATIENCE_MS, true)
    return () => {
      clearTimeout(timer)
      setIsOpen(false)
    }
  }, [isAsked, isLost])
  const stay = () => setIsOpen(false)
  return (
    <Dialog open={isOpen} title={t('messages:areYouSure')} onClose={stay}>
      <p>{t('shell.left.ask')}</p>
      <div className="row row-wrap">
        <Button icon="log-out" onClick={clearTabs}>
          {t('shell.menu.signOut')}
        </Button>
        <Button look="quiet" onClick={stay}>
          {t('shell.signOut.stay')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Of somebody logged in, who leaves while the shop does not answer and has left all the same. */
export function Leaving() {
  useWordsOfLeaving()
  useEffect(() => {
    const tabs = new BroadcastChannel(CHANNEL)
    tabs.onmessage = clearTab
    return () => tabs.close()
  }, [])
  return (
    <>
      {/* The page that stays can fetch nothing any more. */}
      <link rel="prefetch" as="script" href={reachShop} />
      <LeavingUnasked />
    </>
  )
}
