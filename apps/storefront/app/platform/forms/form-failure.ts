import type { ProblemCode } from '@shop/contract/problem'
import type { TextKey } from '@shop/texts/create-texts'

/** A text key and the count in its text, if there is one. */
export interface FormMessage {
  key: TextKey
  count?: number
}

/** A link to another screen, with its text. */
export interface FormLink {
  to: string
  key: TextKey
}

/** What an action answers when a form is not accepted: the page is shown again with what was typed. */
export interface FormFailure {
  /** Which form of the page. */
  intent: string
  /** Why it was refused; null: only fields are at fault. */
  problem: ProblemCode | null
  /** What was typed, without passwords and codes. */
  values: Record<string, string>
  /** The message of each field at fault, in the order of the form. */
  fields: Record<string, FormMessage>
  /** Above the form. */
  title: FormMessage
  /** Under the title: why, and what to do next. */
  reasons: FormMessage[]
  /** Where it can be put right. */
  link?: FormLink
}

/** The failure of this form, if it is this form that failed. */
export function failureOf(failure: FormFailure | undefined, intent: string): FormFailure | undefined {
  return failure?.intent === intent ? failure : undefined
}
