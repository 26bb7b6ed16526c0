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
 * The attributes of a form's fields, from what was typed before and from the failure: name, value and error. The
 * first field at fault takes the focus, even without scripts. An error disappears as soon as its field is changed.
 * Secrets have no value, so their fields start empty.
 */
export function useFormFields(failure: FormFailure | undefined, initial: Record<string, string> = {}) {
  const message = useMessage()
  const fixes = useFixes(failure)
  const firstAtFault = Object.keys(failure?.fields ?? {})[0]
  return (name: string) => {
    const fault = failure?.fields[name]
    const value = failure?.values[name] ?? initial[name]
    return {
      name,
      ...(value === undefined ? {} : { defaultValue: value }),
      ...(fault && fixes.isOpen(name) ? { error: message(fault) } : {}),
      ...(fault ? { onInput: () => fixes.fix(name) } : {}),
      ...(name === firstAtFault ? { autoFocus: true } : {}),
    }
  }
}

/** Which fields at fault have been changed since the form was refused. */
export function useFixes(failure: FormFailure | undefined) {
  const [fixed, setFixed] = useState<{ of: FormFailure | undefined; names: readonly string[] }>({
    of: failure,
    names: [],
  })
  const names = fixed.of === failure ? fixed.names : []
  return {
    isOpen: (name: string) => !names.includes(name),
    fix: (name: string) => {
      if (!names.includes(name)) setFixed({ of: failure, names: [...names, name] })
    },
  }
}

/**
 * Also reloads a page after its form was refused. Usually something has changed in the meantime, and the refusal is
 * about what the page shows (a free time, a price, a state). By default a refusal does not reload the page. A form
 * that got no answer does not either, because it was not refused.
 */
export function revalidateAfterRefusal({
  actionStatus = 0,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || (actionStatus >= 400 && actionResult !== undefined)
}
