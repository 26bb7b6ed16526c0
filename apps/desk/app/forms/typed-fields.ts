import { groupBy } from '@shop/domain/group-by'
import {
  type FieldElement,
  fieldsOf,
  isChoice,
  servedValue,
  typedValue,
} from '@shop/storefront/pages/form-fields.ts'

type FormFields = Pick<HTMLFormElement, 'elements'>

/**
 * The values of the fields of one name, in their order; null for a choice that is not made, and one in each line for a
 * list of which several can be chosen.
 */
type Values = readonly (string | null)[]

/** What was typed into the fields of one name, and what they contained before. */
export interface TypedField {
  served: Values
  typed: Values
}

const byName = (form: FormFields): Map<string, FieldElement[]> => groupBy(fieldsOf(form), ({ name }) => name)

const isSame = (one: Values, other: Values) => JSON.stringify(one) === JSON.stringify(other)

const isList = (field: FieldElement): field is HTMLSelectElement => field.type === 'select-multiple'

const chosenIn = (field: HTMLSelectElement, isChosen: (option: HTMLOptionElement) => boolean) =>
  [...field.options].flatMap((option) => (isChosen(option) ? [option.value] : [])).join('\n')

const servedBy = (field: FieldElement) =>
  isList(field) ? chosenIn(field, ({ defaultSelected }) => defaultSelected) : servedValue(field)
const typedIn = (field: FieldElement) =>
  isList(field) ? chosenIn(field, ({ selected }) => selected) : typedValue(field)

/** What the fields of a form contain before anyone types, by name. */
export const servedIn = (form: FormFields): Map<string, Values> =>
  new Map([...byName(form)].map(([name, fields]) => [name, fields.map(servedBy)]))

/** What is typed into the fields of a name; null if they contain what was served, or are never kept. */
export function typedInto(
  form: FormFields,
  name: string,
  served: ReadonlyMap<string, Values>,
): TypedField | null {
  const typed = byName(form).get(name)?.map(typedIn)
  const before = served.get(name)
  return !typed || !before || isSame(typed, before) ? null : { served: before, typed }
}

function choose({ options }: HTMLSelectElement, values: readonly string[]): void {
  for (const option of options) option.selected = values.includes(option.value)
}

/**
 * Fills in what was typed, as if it were typed again. Fields that are served with something else in the meantime keep
 * that: it may be a colleague's. A fold around a field is opened. Returns whether anything was filled in.
 */
export function fillIn(form: FormFields, kept: Readonly<Record<string, TypedField>>): boolean {
  const fillable = [...byName(form)].filter(
    ([name, fields]) =>
      kept[name] &&
      isSame(kept[name].served, fields.map(servedBy)) &&
      // Typed before the scripts ran.
      isSame(kept[name].served, fields.map(typedIn)),
  )
  for (const [name, fields] of fillable) {
    for (const [index, field] of fields.entries()) {
      const value = kept[name]!.typed[index] ?? null
      if (typedIn(field) === value) continue
      if (isChoice(field)) field.checked = value !== null
      else if (isList(field)) choose(field, value?.split('\n') ?? [])
      else field.value = value ?? ''
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.closest('details')?.setAttribute('open', '')
    }
  }
  return fillable.length > 0
}
