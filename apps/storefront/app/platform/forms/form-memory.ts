import { SECRET } from '../pages/form-texts.ts'

/** The start of the storage key of every form that a tab remembers. */
const PREFIX = 'form '

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Remembered {
  /** The values with which the fields were served. */
  served: Record<string, string>
  typed: Record<string, string>
}

/** Fields that people fill in themselves: no passwords, no codes, nothing hidden. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter((element): element is Field => {
    if (!('value' in element) || element instanceof HTMLButtonElement) return false
    const { name, type } = element as Field
    return name !== '' && !SECRET.test(name) && type !== 'password' && type !== 'hidden'
  })
}

function isChoice(field: Field): field is HTMLInputElement {
  return field.type === 'radio' || field.type === 'checkbox'
}

function read(form: HTMLFormElement, valueIn: (field: Field) => string | null): Record<string, string> {
  const entries = fieldsOf(form).map((field) => [field.name, valueIn(field)])
  return Object.fromEntries(entries.filter(([, value]) => value !== null))
}

function servedValue(field: Field): string | null {
  if (isChoice(field)) return field.defaultChecked ? field.value : null
  if ('defaultValue' in field) return field.defaultValue
  const { options } = field
  return ([...options].find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

function typedValue(field: Field): string | null {
  return isChoice(field) && !field.checked ? null : field.value
}

/** Fills in as if it were typed again, so that listeners of the fields are notified. */
function fillIn(form: HTMLFormElement, typed: Record<string, string>): void {
  for (const field of fieldsOf(form)) {
    const value = typed[field.name]
    if (value === undefined || typedValue(field) === value) continue
    if (isChoice(field)) {
      if (field.value === value && !field.disabled) field.click()
      continue
    }
    // Typed before the scripts loaded.
    if (field.value !== servedValue(field)) continue
    // React overrides the property on the element itself, so the prototype's setter is called.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
    set!.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function stored(key: string): Remembered | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Identifies this entry of the history. The first entry of a document has no router key; it is identified by the time
 * it was opened.
 */
function entryOfHistory(): string {
  const { key, form } = history.state ?? {}
  if (key ?? form) return key ?? form
  const opened = String(performance.timeOrigin)
  history.replaceState({ ...history.state, form: opened }, '')
  return opened
}

/**
 * Keeps what is typed into a form in this tab until it is sent and accepted, so that a reload loses nothing. It is
 * kept for the form's owner alone or, without an owner, for this entry of the history. If the form is served with
 * other contents in the meantime, those win. Returns a function that stops it.
 */
export function rememberForm(form: HTMLFormElement, owner: string | null): () => void {
  const key = `${PREFIX}${owner ?? entryOfHistory()} ${location.pathname}`
  const served = read(form, servedValue)
  const remembered = stored(key)
  if (remembered && JSON.stringify(remembered.served) === JSON.stringify(served)) {
    fillIn(form, remembered.typed)
  }
  let isSent = false
  const keep = () => {
    isSent = false
    try {
      sessionStorage.setItem(key, JSON.stringify({ served, typed: read(form, typedValue) }))
    } catch {
      // Storage is full or forbidden: a reload empties the form, as it always did.
    }
  }
  const note = ({ submitter }: SubmitEvent) => {
    // Choosing another day or week only turns a page of the form.
    isSent = !(submitter instanceof HTMLButtonElement && submitter.formNoValidate)
  }
  // Typed before this code was loaded.
  if (JSON.stringify(read(form, typedValue)) !== JSON.stringify(served)) keep()
  form.addEventListener('input', keep)
  form.addEventListener('submit', note)
  return () => {
    form.removeEventListener('input', keep)
    form.removeEventListener('submit', note)
    if (isSent && !form.querySelector('[aria-invalid="true"]')) sessionStorage.removeItem(key)
  }
}

/** Forgets all forms: the next user of this tab is someone else. */
export function forgetForms(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
