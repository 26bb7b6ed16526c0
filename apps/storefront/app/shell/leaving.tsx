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

/** After this much silence the shop counts as not answering a request to log out. */
const PATIENCE_MS = 10_000
const CHANNEL = 'leaving'

/** The texts of the page that stays; when they are needed they can no longer be fetched. */
let words: PageTexts | undefined

/** For a page that can log out: call it before `leave`. */
export function useLeavingTexts(): void {
  const page = usePageTexts()
  useEffect(() => {
    words = page
  }, [page])
}

/** A complete document that needs no shop: blank, except for saying how far the logout has got. */
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
 * Removes all personal data from this tab. A new document replaces this one, its scripts and their memory: an
 * emptied React page could be filled again by replies that are still on their way.
 */
function clearTab(): void {
  if (!words) return
  markLeaving()
  forgetForms()
  const page = new Blob([pageThatStays(words)], { type: 'text/html;charset=utf-8' })
  // If the browser ever restores this document, it is empty and loads the shop again.
  window.addEventListener('pageshow', () => location.replace('/'))
  document.documentElement.replaceChildren()
  location.replace(URL.createObjectURL(page))
}

/** The shop does not answer: the browser removes everything on its own, in all of its tabs. */
function clearTabs(): void {
  new BroadcastChannel(CHANNEL).postMessage('')
  clearTab()
}

/**
 * Logs out by the request `ask`. Only a redirect by the shop counts as an answer: no network, a proxy's page, an
 * error or silence do not. A visitor who has confirmed has left in any case.
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

/** Asks for confirmation here if the page that asks for it cannot be loaded, once for each attempt to log out. */
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

/** Lets a logged-in visitor leave even while the shop does not answer. */
export function Leaving() {
  useLeavingTexts()
  useEffect(() => {
    const tabs = new BroadcastChannel(CHANNEL)
    tabs.onmessage = clearTab
    return () => tabs.close()
  }, [])
  return (
    <>
      {/* The page that stays can no longer fetch it. */}
      <link rel="prefetch" as="script" href={reachShop} />
      <LeavingUnasked />
    </>
  )
}
