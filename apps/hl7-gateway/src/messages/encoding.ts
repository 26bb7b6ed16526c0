import type { Hl7Context, Hl7Segment } from '@medplum/core'

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\E\\',
  '|': '\\F\\',
  '^': '\\S\\',
  '&': '\\T\\',
  '~': '\\R\\',
  '\r': '\\.br\\',
  '\n': '\\.br\\',
}

/** A text as a part of a field; control characters are left out. */
function escaped(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[\\|^&~\r\n]/g, (character) => ESCAPES[character]!)
    .replace(/\p{Cc}/gu, '')
}

/** The components of a field, escaped; empty ones at the end are left out. */
export function field(...components: (string | undefined)[]): string {
  return trimEnd(components.map((component) => escaped(component ?? ''))).join('^')
}

/** A segment of fields that are already written. */
export function segment(name: string, ...fields: (string | undefined)[]): string {
  return trimEnd([name, ...fields.map((written) => written ?? '')]).join('|')
}

function trimEnd(parts: string[]): string[] {
  const last = parts.findLastIndex((part) => part !== '')
  return parts.slice(0, Math.max(last + 1, 1))
}

/** The text of a part of a field; formatting other than line breaks is left out. */
function unescaped(text: string, context: Hl7Context): string {
  const mark = context.escapeCharacter
  if (!mark || !text.includes(mark)) return text
  const meanings: Readonly<Record<string, string>> = {
    E: mark,
    F: context.fieldSeparator,
    S: context.componentSeparator,
    T: context.subcomponentSeparator,
    R: context.repetitionSeparator,
    '.br': '\n',
  }
  const parts = text.split(mark)
  // An escape sequence is between two marks; a single mark is an ordinary character.
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return part
      if (index === parts.length - 1) return mark + part
      if (/^X(?:[0-9A-F]{2})+$/.test(part)) return Buffer.from(part.slice(1), 'hex').toString('latin1')
      return meanings[part] ?? ''
    })
    .join('')
}

/** A component of a field, as text; by default the first one of the first repetition. */
export function read(from: Hl7Segment, index: number, component = 1, repetition = 0): string {
  return unescaped(rawComponent(from, index, component, repetition), from.context).trim()
}

/** A subcomponent, numbered from 1. */
export function readSub(from: Hl7Segment, index: number, component: number, sub: number): string {
  const parts = rawComponent(from, index, component, 0).split(from.context.subcomponentSeparator)
  return unescaped(parts[sub - 1] ?? '', from.context).trim()
}

function rawComponent(from: Hl7Segment, index: number, component: number, repetition: number): string {
  return from.getField(index)?.components[repetition]?.[component - 1] ?? ''
}

export function repetitions(from: Hl7Segment, index: number): number {
  return from.getField(index)?.components.length ?? 0
}
