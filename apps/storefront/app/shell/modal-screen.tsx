import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, matchPath, useNavigate, useNavigation } from 'react-router'
import { NAVIGATION } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './modal-screen.module.css'

const MODALS = Object.values(NAVIGATION).filter(({ layout }) => layout === 'modal')

/** Wide enough for the dialog to open over a page; on a narrower screen it is a page of its own. */
const FITS_OVER_A_PAGE = '(min-width: 768px)'

/** A static copy of the page that a dialog opens over. */
let picture: HTMLElement | null = null
/** The element that opened the dialog, and its page. */
let opener: { element: Element; pathname: string } | null = null

/** The copy has no ids, so that no label or script finds it. */
function keepPicture(): void {
  const main = document.getElementById('main')
  if (!main) return
  opener = { element: document.activeElement ?? document.body, pathname: location.pathname }
  picture = main.cloneNode(true) as HTMLElement
  for (const element of [picture, ...picture.querySelectorAll('[id]')]) element.removeAttribute('id')
  // The copy begins at its top, below the same bar as the page, so it is shifted by the scroll position.
  picture.style.translate = `0 ${-Math.round(scrollY)}px`
}

/** Keeps a copy of the page when a dialog is about to open over it. */
export function PagePicture({ isModal }: { isModal: boolean }) {
  const { location, formMethod } = useNavigation()
  // A form sent to a dialog's address opens no dialog.
  const next = formMethod === 'POST' ? undefined : location?.pathname
  useEffect(() => {
    if (!isModal && next && MODALS.some(({ path }) => matchPath(path, next))) keepPicture()
  }, [isModal, next])
  return null
}

/** The element to focus: the one that opened the dialog just closed, if that led back to the element's page. */
export function openerOn(pathname: string): HTMLElement | null {
  if (opener?.pathname !== pathname) return null
  const { element } = opener
  opener = null
  const menu = element.closest('[popover]')
  if (menu) return document.querySelector(`[popovertarget="${menu.id}"]`)
  if (element.isConnected) return element === document.body ? null : (element as HTMLElement)
  // The page was rendered again: the same link is found by its address.
  const href = element.getAttribute('href')
  const links = [...document.querySelectorAll<HTMLElement>('main a')]
  return links.find((link) => href && link.getAttribute('href') === href) ?? null
}

interface ModalScreenProps {
  /** Where closing leads. */
  back: string
  children: ReactNode
}

/** The layout `modal`: opened from a page, a native dialog over its copy; by its address, or on a phone, a page. */
export function ModalScreen({ back, children }: ModalScreenProps) {
  const [behind] = useState(() => picture)
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    picture = null
    if (behind) place.current?.replaceChildren(behind)
  }, [behind])
  const main = (
    <main className={styles.dialog} id="main" tabIndex={-1}>
      {children}
    </main>
  )
  const isOverPage = behind !== null && matchMedia(FITS_OVER_A_PAGE).matches
  if (!isOverPage) return <div className={styles.screen}>{main}</div>
  return (
    <div className={styles.screen}>
      <div ref={place} className={styles.behind} aria-hidden="true" inert />
      <NativeDialog back={back}>{main}</NativeDialog>
    </div>
  )
}

/** The browser keeps the focus inside and everything else out of reach; Esc leads back. */
function NativeDialog({ back, children }: ModalScreenProps) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!dialog.open) dialog.showModal()
    // The browser scrolls to what it focuses, and the top edge out of view.
    dialog.scrollTop = 0
    dialog.ariaLabel = dialog.querySelector('h1')?.textContent ?? null
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles.over}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        navigate(back)
      }}
      // A second Esc closes it even if the first was prevented. It is reopened: it only disappears with its page.
      onClose={(event) => event.currentTarget.isConnected && event.currentTarget.showModal()}
    >
      <div className={styles.sheet}>
        {children}
        <Link
          to={back}
          className={`${buttonClass({ look: 'icon' })} ${styles.close}`}
          aria-label={t('shell.close')}
        >
          <Icon name="x" />
        </Link>
      </div>
    </dialog>
  )
}
