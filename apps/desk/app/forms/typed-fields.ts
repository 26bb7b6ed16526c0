import { SECRET } from '@shop/storefront/pages/form-texts.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type FormFields = Pick<HTMLFormElement, 'elements'>

/** The values of the fields of one name, in their order; '' for a choice that is not made. */
type Values = readonly string[]

/** What was typed into the fields of one name, and what they contained before. */
export interface TypedField {
  served: Values
  typed: Values
}

const UNTYPED = new Set(['hidden', 'password', 'file', 'submit', 'button'])

/** The fields that people fill in, by name: no passwords, nothing hidden. */
function fieldsOf({ elements }: FormFields): Map<string, Field[]> {
  const fields = [...elements].filter((element): element is Field => {
    const { name = '', type } = element as Field
    return name !== '' && !UNTYPED.has(type) && !SECRET.test(name)
  })
  return Map.groupBy(fields, ({ name }) => name)
}

const isChoice = (field: Field): field is HTMLInputElement =>
  field.type === 'radio' || field.type === 'checkbox'

function servedValue(field: Field): string {
  if (isChoice(field)) return field.defaultChecked ? field.value : ''
  if ('defaultValue' in field) return field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

const typedValue = (field: Field): string => (isChoice(field) && !field.checked ? '' : field.value)

const isSame = (one: Values, other: Values) => JSON.stringify(one) === JSON.stringify(other)

/** What the fields of a form contain before anyone types, by name. */
export const servedIn = (form: FormFields): Map<string, Values> =>
  new Map([...fieldsOf(form)].map(([name, fields]) => [name, fields.map(servedValue)]))

/** What is typed into the fields of a name; null if they contain what was served, or are never kept. */
export function typedInto(
  form: FormFields,
  name: string,
  served: ReadonlyMap<string, Values>,
): TypedField | null {
  const typed = fieldsOf(form).get(name)?.map(typedValue)
  const before = served.get(name)
  return !typed || !before || isSame(typed, before) ? null : { served: before, typed }
}

/**
 * Fills in what was typed, as if it were typed again. Fields that are served with something else in the meantime keep
 * that: it may be a colleague's. Returns whether anything was filled in.
 */
export function fillIn(form: FormFields, kept: Readonly<Record<string, TypedField>>): boolean {
  const fillable = [...fieldsOf(form)].filter(
    ([name, fields]) =>
      kept[name] &&
      isSame(kept[name].served, fields.map(servedValue)) &&
      // Typed before the scripts ran.
      isSame(kept[name].served, fields.map(typedValue)),
  )
  for (const [name, fields] of fillable) {
    for (const [index, field] of fields.entries()) {
      const value = kept[name]!.typed[index] ?? ''
      if (typedValue(field) === value) continue
      if (isChoice(field)) field.checked = value !== ''
      else field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  return fillable.length > 0
}
