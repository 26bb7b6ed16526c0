import { useTranslation } from 'react-i18next'
import type { FormFailure, FormMessage } from './form-failure.ts'

/** The sentence of a message. */
export function useMessage(): (message: FormMessage) => string {
  const { t } = useTranslation()
  return ({ key, count }) => t(key, count === undefined ? {} : { count })
}

/**
 * The attributes that a form's fields get from what was typed before and from its failure: name, value and error; the
 * first field at fault takes the focus, also without scripts. Secrets have no value, so they start empty.
 */
export function useFormFields(failure: FormFailure | undefined, initial: Record<string, string> = {}) {
  const message = useMessage()
  const firstAtFault = Object.keys(failure?.fields ?? {})[0]
  return (name: string) => {
    const fault = failure?.fields[name]
    const value = failure?.values[name] ?? initial[name]
    return {
      name,
      ...(value === undefined ? {} : { defaultValue: value }),
      ...(fault ? { error: message(fault) } : {}),
      ...(name === firstAtFault ? { autoFocus: true } : {}),
    }
  }
}
