import type { StaffPermission } from '@shop/domain/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Form, Link, useLocation, useNavigate } from 'react-router'
import { pathOf } from '../navigation.ts'
import { SCREENS } from '../shell/screens.ts'
import styles from './keyboard.module.css'

interface KeyboardProps {
  permissions: readonly StaffPermission[]
  /** Whether keys without Ctrl do something; people who dictate or press keys by mistake turn them off. */
  hasSingleKeys: boolean
}

/** The desk's keys: Ctrl+K opens the palette, / goes to the search field, J and K go through a list, ? lists all. */
export function Keyboard({ permissions, hasSingleKeys }: KeyboardProps) {
  const palette = useRef<HTMLDialogElement>(null)
  const help = useRef<HTMLDialogElement>(null)
  const { key: place } = useLocation()
  // A layout effect: a key pressed as soon as the page works would be lost to a later effect.
  useLayoutEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isOpen = document.querySelector('dialog[open]') !== null
      const key = keyOf(event)
      if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault()
        if (!isOpen) palette.current?.showModal()
        return
      }
      if (isOpen || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) && !leavesSearch(event.target, key)) return
      if (moveFocus(document, key, hasSingleKeys)) event.preventDefault()
      if (!hasSingleKeys) return
      if (key === '/') {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('main input[type="search"]')?.select()
      }
      if (key === '?') help.current?.showModal()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [hasSingleKeys])
  // Each way out of a dialog leads to another place. The dialogs close before it is painted: later, one that is opened
  // there immediately would close again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed by arriving at another place.
  useLayoutEffect(() => {
    palette.current?.close()
    help.current?.close()
  }, [place])
  return (
    <>
      <dialog ref={palette} className={styles.dialog} aria-labelledby="palette-title">
        <Palette key={place} permissions={permissions} />
      </dialog>
      <dialog ref={help} className={styles.dialog} aria-labelledby="keys-title">
        <Help hasSingleKeys={hasSingleKeys} />
      </dialog>
    </>
  )
}

function Palette({ permissions }: Pick<KeyboardProps, 'permissions'>) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const screens = SCREENS.filter(({ permission }) => permissions.includes(permission)).map(({ to, key }) => ({
    to,
    name: t(key),
  }))
  const found = screens.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  // Text that matches a screen's name is not an order, and a number is not a screen.
  const findsOrders = permissions.includes('orders.read') && found.length === 0
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a, button')]
    const at = rows.indexOf(event.target as HTMLElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || at < 0) return
    event.preventDefault()
    rows[at + step]?.focus()
  }
  return (
    <Form
      method="post"
      action={pathOf('orders')}
      role="search"
      className="stack stack-s"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        if (findsOrders) return
        event.preventDefault()
        if (found[0]) void navigate(found[0].to)
      }}
    >
      <h2 id="palette-title">{t('desk:keys.palette')}</h2>
      <TextField
        name="text"
        id="palette"
        type="search"
        label={t('desk:keys.paletteLabel')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
      />
      <ul className={styles.list}>
        {found.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} className={styles.item}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {findsOrders && (
        <SubmitButton look="quiet" icon="search">
          {t('desk:keys.findOrder', { text: text.trim() })}
        </SubmitButton>
      )}
    </Form>
  )
}

const KEYS = [
  ['Ctrl K', 'palette'],
  ['/', 'find'],
  ['J  K', 'rows'],
  ['↓  ↑', 'rows'],
  ['Enter', 'open'],
  ['?', 'help'],
  ['Esc', 'close'],
] as const

function Help({ hasSingleKeys }: Pick<KeyboardProps, 'hasSingleKeys'>) {
  const { t } = useTexts()
  const { pathname, search } = useLocation()
  return (
    <div className="stack">
      <h2 id="keys-title">{t('desk:keys.title')}</h2>
      <dl className={styles.keys}>
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`desk:keys.does.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <Form method="post" action={pathOf('keys')} className="stack stack-s">
        <input type="hidden" name="to" value={pathname + search} />
        <p className="small muted">{t('desk:keys.singleHint')}</p>
        <div>
          <SubmitButton look="quiet" size="s" name="single" value={hasSingleKeys ? 'off' : 'on'}>
            {t(hasSingleKeys ? 'desk:keys.singleOff' : 'desk:keys.singleOn')}
          </SubmitButton>
        </div>
      </Form>
      <form method="dialog">
        <Button type="submit" look="plain">
          {t('shell.close')}
        </Button>
      </form>
    </div>
  )
}

const FIELDS = 'input, textarea, select, [contenteditable]'

/** Whether a key belongs to what is typed there. Checkboxes and radio buttons take no text. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(FIELDS) && !target.matches('[type="checkbox"], [type="radio"]')

/** Whether ↓ leads from the search field into the list, past the headings that sort it. */
const leavesSearch = (target: EventTarget | null, key: string): boolean =>
  key === 'ArrowDown' && target instanceof Element && target.matches('main input[type="search"]')

/**
 * Moves the focus to the link of the next or previous row in the screen's list. Arrows move while a row has the focus,
 * and ↓ also starts from a search field; J and K start at the first row if single keys are on.
 */
function moveFocus(page: Document, key: string, hasSingleKeys: boolean): boolean {
  const direction = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key]
  if (!direction) return false
  const rows = [...page.querySelectorAll<HTMLElement>('main [data-row]')]
  const at = rows.indexOf(page.activeElement as HTMLElement)
  const begins = (key.length === 1 && hasSingleKeys) || leavesSearch(page.activeElement, key)
  if (at < 0 && !begins) return false
  rows[at < 0 ? 0 : at + direction]?.focus()
  return rows.length > 0
}

/**
 * The Latin letter or the sign of a key of the desk, in lower case, also if the layout is Cyrillic: there it is named
 * by its place on the keyboard. With Latin letters, in whatever arrangement, what is typed counts.
 */
export function keyOf({ key, code }: Pick<globalThis.KeyboardEvent, 'key' | 'code'>): string {
  if (key.length > 1) return key
  // In Cyrillic layouts the key of / and ? types a full stop, or with Shift a comma.
  if (code === 'Slash') return { '.': '/', ',': '?' }[key] ?? key
  const isForeign = /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key)
  return ((isForeign && /^Key([A-Z])$/.exec(code)?.[1]) || key).toLowerCase()
}
