import type { Location, useNavigation } from 'react-router'
import { type FieldElement, fieldsOf, isChoice, servedValue, typedValue } from '../pages/form-fields.ts'

/** The start of the storage key of every form that a tab remembers. */
const PREFIX = 'form '

/** Names and values as a form sends them: a box that is not ticked has none, several of one name have several. */
type Values = (readonly [name: string, value: string])[]

interface Remembered {
  /** What the page itself serves. Unknown if the form was first shown by the answer to a form. */
  served?: Values
  typed: Values
  /** Of the page: in another one it names the same town differently. */
  language?: string
}

/** A rendering of the page that contains a form. */
interface Rendering {
  /** Whose form it is; null: it belongs to its entry in the history. */
  owner: string | null
  location: Location
  navigation: ReturnType<typeof useNavigation>
  /** The page shows what an action answered, so that its fields start with what was sent. */
  isAnswer: boolean
}

function read(form: HTMLFormElement, valueIn: (field: FieldElement) => string | null): Values {
  return fieldsOf(form).flatMap((field) => {
    const value = valueIn(field)
    return value === null ? [] : [[field.name, value] as const]
  })
}

const isSame = (one: Values | undefined, other: Values | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether all of it was sent: another form of the page may be on its way, or something was typed since. */
function isIn(typed: Values, sent: FormData | undefined): boolean {
  // A form may send other line endings than the field has.
  const values = new Set(
    [...(sent ?? [])].map(([name, value]) => `${name}=${value}`.replaceAll('\r\n', '\n')),
  )
  return typed.every(([name, value]) => values.has(`${name}=${value}`))
}

/** Fills in as if it were typed again, so that listeners of the fields are notified. */
function fillIn(form: HTMLFormElement, typed: Values): void {
  const fields = fieldsOf(form)
  // Typed before this code was loaded.
  const touched = fields.filter((field) => typedValue(field) !== servedValue(field))
  const isTouched = (field: FieldElement) =>
    touched.some((one) => one === field || (one.type === 'radio' && one.name === field.name))
  for (const field of fields.filter((one) => !isTouched(one))) {
    const values = typed.flatMap(([name, value]) => (name === field.name ? value : []))
    if (isChoice(field)) {
      if (field.checked === values.includes(field.value) || field.disabled) continue
      field.click()
    } else {
      if (values[0] === undefined || values[0] === field.value) continue
      // React overrides the property on the element itself, so the prototype's setter is called.
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
      set!.call(field, values[0])
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    field.closest('details')?.setAttribute('open', '')
  }
}

/** Login, proof of identity and a new patient lead back to the form. */
function leadsBack(search: string | undefined, pathname: string): boolean {
  return new URLSearchParams(search).get('pathnameToReturn')?.startsWith(pathname) ?? false
}

function stored(key: string): Remembered | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function store(key: string, what: Remembered | null): void {
  try {
    if (what) sessionStorage.setItem(key, JSON.stringify(what))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is full or forbidden: a reload empties the form, as it always did.
  }
}

/** What a guest typed into this form at this entry in the history before logging in; their account fills in the rest. */
function takeOver(form: HTMLFormElement, key: string): Remembered | null {
  const typed = stored(key)?.typed.filter(([, value]) => value) ?? []
  const open = fieldsOf(form).filter((field) => isChoice(field) || !servedValue(field))
  const isOpen = ([name]: Values[number]) => open.some((field) => field.name === name)
  // Another form of the same page is not meant.
  if (!typed.some(isOpen)) return null
  store(key, null)
  return { typed: typed.filter(isOpen) }
}

/**
 * A document's first entry in the history has no key of the router; the time it was opened identifies it. The router
 * would give it one if it navigated in place, but then drops the answer of an action (decision 0056).
 */
function firstEntry(): string {
  const form = String(history.state?.form ?? performance.timeOrigin)
  history.replaceState({ ...history.state, form }, '')
  return form
}

/**
 * Keeps what is typed into a form in this tab until it is accepted, so that a reload loses nothing: for the form's
 * owner or, without one, for its entry in the history. If the page serves other contents in the meantime, those win,
 * unless its language was changed.
 * Returns what is to be called after every rendering of the form.
 */
export function rememberForm(form: HTMLFormElement): (rendering: Rendering) => void {
  const language = document.documentElement.lang
  let key: string | undefined
  let first: string | undefined
  let served: Values | undefined
  /** Where the latest form was sent, as a key of the router's. */
  let sentTo: string | undefined
  /** What is being sent, from which page; undefined once the page shows an answer or another one was asked for. */
  let sent: { values: Values; pathname: string; action: string } | undefined
  let isGuests = false
  const keep = () => {
    if (key) store(key, { ...(served && { served }), typed: read(form, typedValue), language })
  }
  form.addEventListener('input', keep)
  form.addEventListener('submit', () => {
    const { pathname, href } = window.location
    const action = new URL(form.getAttribute('action') ?? href, href).href
    if (form.getAttribute('method') === 'post') sent = { values: read(form, typedValue), pathname, action }
  })
  // A slow phone leaves out the rendering that shows where an accepted form leads: the form is only taken away.
  const removal = new MutationObserver(() => {
    if (form.isConnected) return
    removal.disconnect()
    if (!sent || !key || window.location.href === sent.action) return
    const isBack = !isGuests && leadsBack(window.location.search, sent.pathname)
    if (isSame(sent.values, read(form, typedValue)) && !isBack) store(key, null)
  })
  removal.observe(document.body, { childList: true, subtree: true })
  return ({ owner, location, navigation, isAnswer }) => {
    if (!form.isConnected) return
    const { state, formData, location: to } = navigation
    isGuests = owner === null
    if (!formData) sent = undefined
    const before = key
    if (location.key === 'default') first ??= firstEntry()
    const entry = location.key === 'default' ? first : location.key
    const keyOf = (whose: string | undefined) =>
      `${PREFIX}${whose} ${location.pathname} ${form.getAttribute('id') ?? ''}`
    key = keyOf(owner ?? entry)
    if (!isAnswer && (state === 'idle' || !before)) served = read(form, servedValue)
    if (!before) {
      const remembered = stored(key) ?? (owner ? takeOver(form, keyOf(entry)) : null)
      const isComparable = remembered?.served && (remembered.language ?? language) === language
      if (remembered && (!isComparable || isSame(remembered.served, served))) {
        fillIn(form, remembered.typed)
      }
    } else if (before !== key) store(before, null)

    if (state !== 'loading') sentTo = to?.key
    const typed = read(form, typedValue)
    // A refusal is answered where the form was sent.
    const isRedirect = state === 'loading' && sentTo !== undefined && sentTo !== to.key
    const isBack = !isGuests && leadsBack(to?.search, location.pathname)
    if (isRedirect && isIn(typed, formData) && !isBack) {
      served = typed
      store(key, null)
    }
    if (!isSame(typed, served)) keep()
  }
}

/** Forgets all forms: the next user of this tab is someone else. */
export function forgetForms(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
