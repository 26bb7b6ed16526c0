import { expect, test } from 'vitest'
import { fillIn, servedIn, type TypedField, typedInto } from './typed-fields.ts'

/** Fields as a browser has them. */
const text = (name: string, served: string, value = served, type = 'textarea') => ({
  ...{ name, type, value, defaultValue: served },
  dispatchEvent: () => true,
  closest: (): Element | null => null,
})
const choice = (name: string, value: string, isServed: boolean, checked = isServed) => ({
  ...{ name, type: 'radio', value, defaultValue: value, defaultChecked: isServed, checked },
  dispatchEvent: () => true,
  closest: (): Element | null => null,
})
const select = (name: string, values: string[], value = values[0]!) => ({
  ...{ name, type: 'select-one', value },
  options: values.map((one) => ({ value: one, defaultSelected: false })),
  dispatchEvent: () => true,
  closest: (): Element | null => null,
})
const list = (name: string, values: string[]) => ({
  ...{ name, type: 'select-multiple', value: '' },
  options: values.map((value) => ({ value, defaultSelected: false, selected: false })),
  dispatchEvent: () => true,
  closest: (): Element | null => null,
})
const formOf = (...elements: object[]) => ({ elements }) as unknown as Parameters<typeof fillIn>[0]

const fields = () => [
  text('name pl', 'Żelazo'),
  text('from', '09:00'),
  text('from', ''),
  choice('outcome', 'reached', true),
  choice('outcome', 'notReached', false),
  select('source', ['letter', 'counter']),
]

test('what is typed is found again in its fields, also in those of one name and in choices', () => {
  const form = formOf(...fields())
  const served = servedIn(form)
  const [name, , from, reached, notReached, source] = form.elements as unknown as ReturnType<typeof choice>[]
  name!.value = ''
  from!.value = '12:00'
  reached!.checked = false
  notReached!.checked = true
  source!.value = 'counter'
  const kept: Record<string, TypedField> = {}
  for (const field of ['name pl', 'from', 'outcome', 'source']) kept[field] = typedInto(form, field, served)!
  const again = formOf(...fields())
  expect(fillIn(again, JSON.parse(JSON.stringify(kept)))).toBe(true)
  const told = [...again.elements].map((field) => {
    const { value, checked } = field as HTMLInputElement
    return checked ?? value
  })
  expect(told).toEqual(['', '09:00', '12:00', false, true, 'counter'])
})

test('of a list of which several can be chosen, all chosen ones are found again, not only the first, and seen', () => {
  const form = formOf(list('laboratoryIds', ['1', '2', '3']))
  const served = servedIn(form)
  const [{ options }] = form.elements as unknown as [ReturnType<typeof list>]
  for (const at of [0, 2]) options[at]!.selected = true
  const kept = { laboratoryIds: typedInto(form, 'laboratoryIds', served)! }
  const opened: string[] = []
  const fold = { setAttribute: (name: string) => opened.push(name) } as unknown as Element
  const again = { ...list('laboratoryIds', ['1', '2', '3']), closest: () => fold }
  expect(fillIn(formOf(again), JSON.parse(JSON.stringify(kept)))).toBe(true)
  expect(opened).toEqual(['open'])
  expect(again.options.map(({ selected }) => selected)).toEqual([true, false, true])
})

test('what a colleague changed in the meantime, or was typed before the scripts ran, stays', () => {
  const kept = { 'name pl': { served: ['Żelazo'], typed: ['Żelazo we krwi'] } }
  for (const field of [text('name pl', 'Żelazo w surowicy'), text('name pl', 'Żelazo', 'Żelazo!')]) {
    const before = field.value
    expect(fillIn(formOf(field), kept)).toBe(false)
    expect(field.value).toBe(before)
  }
})

test('a field with what was served is not kept, nor are passwords and hidden fields', () => {
  const form = formOf(
    text('reason', ''),
    text('password', '', 'plum harbour', 'password'),
    text('code', '', '123456', 'text'),
    text('version', '1', '2', 'hidden'),
  )
  const served = servedIn(form)
  expect([...served.keys()]).toEqual(['reason'])
  for (const name of ['reason', 'password', 'code', 'version', '']) {
    expect(typedInto(form, name, served), name).toBeNull()
  }
})
