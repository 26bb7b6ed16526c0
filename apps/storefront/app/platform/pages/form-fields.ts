import { SECRET } from './form-texts.ts'

/** A field that people fill in themselves. */
export type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const UNTYPED = new Set(['hidden', 'password', 'file', 'submit', 'button', 'reset'])

/** The fields that people fill in themselves: no passwords, no codes, nothing hidden. */
export function fieldsOf({ elements }: Pick<HTMLFormElement, 'elements'>): FieldElement[] {
  return [...elements].filter((element): element is FieldElement => {
    const { name = '', type } = element as FieldElement
    return 'value' in element && name !== '' && !UNTYPED.has(type) && !SECRET.test(name)
  })
}

export const isChoice = (field: FieldElement): field is HTMLInputElement =>
  field.type === 'radio' || field.type === 'checkbox'

/** What the page itself serves in it; null for a choice that is not made. */
export function servedValue(field: FieldElement): string | null {
  if (isChoice(field)) return field.defaultChecked ? field.value : null
  if ('defaultValue' in field) return field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

/** What it contains now; null for a choice that is not made. */
export const typedValue = (field: FieldElement): string | null =>
  isChoice(field) && !field.checked ? null : field.value
