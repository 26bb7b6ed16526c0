import { beforeEach, expect, test, vi } from 'vitest'
import { forgetForms, rememberForm } from './form-memory.ts'

// As much of a browser as the memory uses; `e2e/half-filled-forms.spec.ts` has a real one.

class FakeField extends EventTarget {
  readonly name: string
  readonly type: string
  form: FakeForm | undefined
  checked: boolean
  defaultChecked: boolean
  disabled = false
  #value: string
  defaultValue: string
  constructor(name: string, type: string, { value = '', checked = false } = {}) {
    super()
    this.name = name
    this.type = type
    this.#value = value
    this.defaultValue = value
    this.checked = checked
    this.defaultChecked = checked
  }
  get value() {
    return this.#value
  }
  set value(value: string) {
    this.#value = value
  }
  click() {
    for (const other of this.form!.elements) {
      if (this.type === 'radio' && other.name === this.name) other.checked = false
    }
    this.checked = this.type === 'radio' || !this.checked
    this.dispatchEvent(new Event('input'))
  }
  override dispatchEvent(event: Event) {
    return this.form!.dispatchEvent(new Event(event.type))
  }
  closest() {
    return null
  }
}

class FakeForm extends EventTarget {
  isConnected = true
  memory: Memory | undefined
  readonly elements: FakeField[]
  constructor(elements: FakeField[]) {
    super()
    this.elements = elements
    for (const field of elements) field.form = this
  }
  getAttribute(name: string) {
    return name === 'method' ? 'post' : null
  }
  /** Types, or ticks and unticks, as a person does. */
  type(name: string, value: string) {
    const field = this.elements.find(
      (one) => one.name === name && (one.type === 'text' || one.value === value),
    )!
    if (field.type !== 'text') return field.click()
    field.value = value
    this.dispatchEvent(new Event('input'))
  }
  get typed() {
    return this.elements.flatMap(({ name, type, value, checked }) =>
      type === 'text' || checked ? [`${name}=${value}`] : [],
    )
  }
}

const IDLE = { state: 'idle' }
const at = (key: string, pathname = '/support', search = '') => ({ key, pathname, search })
type Memory = ReturnType<typeof rememberForm>

function render(form: FakeForm, rendering: Record<string, unknown> = {}): FakeForm {
  const all = { owner: null, location: at('one'), navigation: IDLE, isAnswer: false, ...rendering }
  form.memory ??= rememberForm(form as unknown as HTMLFormElement)
  form.memory(all as unknown as Parameters<Memory>[0])
  return form
}

class FakeObserver {
  constructor(run: () => void) {
    noteRemoval = run
  }
  observe() {}
  disconnect() {}
}
let noteRemoval: () => void
const goTo = (path: string) => vi.stubGlobal('window', { location: new URL(path, 'https://shop.test') })

let storage: Record<string, string>
beforeEach(() => {
  storage = {}
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      storage[key] = value
    },
    removeItem: (key: string) => delete storage[key],
  }
  const ownKeys = { ownKeys: () => Object.keys(storage), getOwnPropertyDescriptor: enumerable }
  vi.stubGlobal('sessionStorage', new Proxy(methods, ownKeys))
  vi.stubGlobal('HTMLButtonElement', class {})
  vi.stubGlobal('MutationObserver', FakeObserver)
  goTo('/support')
  readIn('en')
})
const enumerable = () => ({ enumerable: true, configurable: true })

/** The pages from now on are in this language. */
const readIn = (lang: string) => vi.stubGlobal('document', { documentElement: { lang }, body: {} })

const question = (message = '') => new FakeForm([new FakeField('message', 'text', { value: message })])

test('several ticked boxes and an unticked one come back as they were', () => {
  const people = () =>
    new FakeForm([
      ...['anna', 'viktor', 'mia'].map((value) => new FakeField('patientIds', 'checkbox', { value })),
      new FakeField('usePhone', 'checkbox', { value: 'on', checked: true }),
      ...['buy', 'bring'].map((value) => new FakeField('material', 'radio', { value })),
    ])
  const form = render(people())
  form.type('patientIds', 'anna')
  form.type('patientIds', 'mia')
  form.type('usePhone', 'on')
  form.type('material', 'bring')
  const expected = ['patientIds=anna', 'patientIds=mia', 'material=bring']
  expect(form.typed).toEqual(expected)
  expect(render(people()).typed).toEqual(expected)
})

test('what was typed before the script arrived is not overwritten', () => {
  render(question()).type('message', 'May I come?')
  const again = question()
  again.elements[0]!.value = 'When'
  expect(render(again).typed).toEqual(['message=When'])
})

test('after a refusal a reload finds what was typed, before it and after it', () => {
  const form = render(question())
  form.type('message', 'May I')
  // The answer replaces the entry in the history, and the fields start with what was sent.
  form.elements[0]!.defaultValue = 'May I'
  render(form, { location: at('two'), isAnswer: true })
  expect(Object.keys(storage)).toEqual(['form two /support '])
  expect(render(question(), { location: at('two') }).typed).toEqual(['message=May I'])
  form.type('message', 'May I come?')
  expect(render(question(), { location: at('two') }).typed).toEqual(['message=May I come?'])
})

test('a form that is first shown by a refusal comes back too', () => {
  render(question('May I'), { isAnswer: true })
  expect(render(question()).typed).toEqual(['message=May I'])
})

test('if the page serves other contents, those win, unless it served them while the form was shown', () => {
  const form = render(question(), { owner: 'anna' })
  form.type('message', 'One')
  expect(render(question('Other'), { owner: 'anna' }).typed).toEqual(['message=Other'])
  // Another day was chosen: the page now serves what had been typed until then.
  form.elements[0]!.defaultValue = 'One'
  render(form, { owner: 'anna', location: at('two') })
  form.type('message', 'One and two')
  expect(render(question('One'), { owner: 'anna', location: at('two') }).typed).toEqual([
    'message=One and two',
  ])
})

test('after a change of language what was typed stays, though the page names the same town differently', () => {
  const call = (regionName: string) =>
    new FakeForm([
      new FakeField('regionName', 'text', { value: regionName }),
      new FakeField('street', 'text'),
    ])
  render(call('Minsk'), { owner: 'anna' }).type('street', 'Nemiga, 12')
  readIn('pl')
  // The shop finds a town by its name in any language.
  expect(render(call('Mińsk'), { owner: 'anna' }).typed).toEqual(['regionName=Minsk', 'street=Nemiga, 12'])
  expect(render(call('Brest'), { owner: 'anna' }).typed).toEqual(['regionName=Brest', 'street='])
})

/** A navigation that sends a form, whose text has the line endings of the network. */
const sending = (form: Record<string, string>) => {
  const formData = new FormData()
  for (const [name, value] of Object.entries(form)) formData.set(name, value)
  return { state: 'submitting', formData, location: at('sent') }
}
const SENDING = sending({ message: 'May I come?\r\nAnna' })
const redirected = (sent: typeof SENDING, pathname: string, search = '') => ({
  ...sent,
  state: 'loading',
  location: at('answer', pathname, search),
})

test.each([
  ['accepted', redirected(SENDING, '/support', '?reference=S-1'), false],
  ['refused, and the page is left', { ...SENDING, state: 'loading' }, true],
  ['overtaken by a link', { state: 'loading', location: at('link', '/') }, true],
  ['sent to the login', redirected(SENDING, '/login', '?pathnameToReturn=/support%3Fkept=1'), true],
])('what was typed is forgotten only if it was accepted: %s', (_, navigation, isKept) => {
  const owner = 'anna'
  const form = render(question(), { owner })
  form.type('message', 'May I come?\nAnna')
  render(form, { owner, navigation: SENDING })
  render(form, { owner, navigation })
  expect(Object.keys(storage)).toHaveLength(isKept ? 1 : 0)
})

test.each([
  ['accepted', '/support?reference=S-1', false],
  ['replaced by an error', '/support', true],
  ['sent to the login', '/login?pathnameToReturn=/support%3Fkept=1', true],
])('the same on a slow phone, which renders only the next page: %s', (_, next, isKept) => {
  const owner = 'anna'
  const form = render(question(), { owner })
  form.type('message', 'May I come?')
  form.dispatchEvent(new Event('submit'))
  goTo(next)
  form.isConnected = false
  noteRemoval()
  expect(Object.keys(storage)).toHaveLength(isKept ? 1 : 0)
})

test.each([
  ['after a refusal', { isAnswer: true }],
  ['after a link was followed', { navigation: { state: 'loading', location: at('link', '/') } }],
])('a form that is taken away %s stays', (_, rendering) => {
  const form = render(question())
  form.type('message', 'May I come?')
  form.dispatchEvent(new Event('submit'))
  render(form, rendering)
  goTo('/')
  form.isConnected = false
  noteRemoval()
  expect(Object.keys(storage)).toHaveLength(1)
})

test.each([
  ['another form of the page is', { text: 'A reply', intent: 'reply' }],
  ['an earlier text is', { message: 'May I' }],
])('%s accepted: what was typed stays', (_, sent) => {
  const form = render(question())
  form.type('message', 'May I come?')
  render(form, { navigation: sending(sent) })
  render(form, { navigation: redirected(sending(sent), '/support') })
  expect(Object.keys(storage)).toHaveLength(1)
})

test('what a guest typed is theirs when they log in and go back to it, beside what their account fills in', () => {
  const form = (name = '') =>
    new FakeForm([
      new FakeField('name', 'text', { value: name }),
      new FakeField('message', 'text'),
      new FakeField('letsTests', 'checkbox', { value: 'on' }),
    ])
  const guests = render(form())
  guests.type('name', 'Vera')
  guests.type('message', 'May I come?')
  expect(render(form('Anna'), { owner: 'anna', location: at('two') }).typed).toEqual([
    'name=Anna',
    'message=',
  ])
  const expected = ['name=Anna', 'message=May I come?']
  expect(render(form('Anna'), { owner: 'anna' }).typed).toEqual(expected)
  expect(render(form('Anna'), { owner: 'anna', location: at('two') }).typed).toEqual(expected)
  // It is the customer's from now on: a guest at the same entry finds nothing.
  expect(render(form()).typed).toEqual(['name=', 'message='])
})

test('what a guest typed into another form of the same page does not change the form that replaces it', () => {
  render(new FakeForm([new FakeField('firstName', 'text')])).type('firstName', 'Anna')
  const people = new FakeForm([
    new FakeField('patientIds', 'checkbox', { value: 'anna', checked: true }),
    new FakeField('patientIds', 'checkbox', { value: 'mia' }),
  ])
  expect(render(people, { owner: 'anna' }).typed).toEqual(['patientIds=anna'])
})

test('another owner and another entry in the history find nothing, and after a logout nothing is left', () => {
  render(question(), { owner: 'anna' }).type('message', 'May I come?')
  render(question()).type('message', 'A guest asks')
  expect(render(question(), { owner: 'viktor', location: at('two') }).typed).toEqual(['message='])
  expect(render(question(), { location: at('two') }).typed).toEqual(['message='])
  forgetForms()
  expect(storage).toEqual({})
})
