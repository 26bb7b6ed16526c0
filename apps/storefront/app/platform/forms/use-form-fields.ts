import { useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useTexts } from '../texts/use-texts.ts'
import type { FormFailure, FormMessage } from './form-failure.ts'

/** The sentence of a message. */
export function useMessage(): (message: FormMessage) => string {
  const { t } = useTexts()
  return ({ key, count }) => t(key, count === undefined ? {} : { count })
}

/**
 * The attributes that a form's fields get from what was typed before and from its failure: name, value and error; the
 * first field at fault takes the focus, also without scripts. An error goes as soon as its field is changed. Secrets have no
 * value, so they start empty.
 */
export function useFormFields(failure: FormFailure | undefined, initial: Record<string, string> = {}) {
  const message = useMessage()
  const mending = useMending(failure)
  const firstAtFault = Object.keys(failure?.fields ?? {})[0]
  return (name: string) => {
    const fault = failure?.fields[name]
    const value = failure?.values[name] ?? initial[name]
    return {
      name,
      ...(value === undefined ? {} : { defaultValue: value }),
      ...(fault && mending.isOpen(name) ? { error: message(fault) } : {}),
      ...(fault ? { onInput: () => mending.mend(name) } : {}),
      ...(name === firstAtFault ? { autoFocus: true } : {}),
    }
  }
}

/** Which fields at fault have been changed since the form was refused. */
export function useMending(failure: FormFailure | undefined) {
  const [mended, setMended] = useState<{ of: FormFailure | undefined; names: readonly string[] }>({
    of: failure,
    names: [],
  })
  const names = mended.of === failure ? mended.names : []
  return {
    isOpen: (name: string) => !names.includes(name),
    mend: (name: string) => {
      if (!names.includes(name)) setMended({ of: failure, names: [...names, name] })
    },
  }
}

/**
 * Reads a page anew also after its form was refused: mostly something has changed meanwhile, and what the page
 * shows (a free time, a price, a state) is what the refusal is about. By default a refusal leaves it as it
 * was, and so does a form that got no answer: it was refused by nobody.
 */
export function revalidateAfterRefusal({
  actionStatus = 0,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || (actionStatus >= 400 && actionResult !== undefined)
}
