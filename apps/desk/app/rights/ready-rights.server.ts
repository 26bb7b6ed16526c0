import type { DeskRights } from '@shop/contract/rights'
import type { Locale } from '@shop/domain/locale'
import { RIGHTS, type Right } from '@shop/domain/rights'
import type { FormProblem } from '../forms/run-form.server.ts'
import { type ReadyAnswer, textsOfBoth } from '../messages/ready-answers.server.ts'
import type { Desk } from '../session/desk-context.server.ts'

/**
 * Ready answers to requests about data, with the one for this request first: named in the language of the member
 * of staff, written in that of the requester.
 */
export function readyRights(
  desk: Desk,
  asked: { locale: Locale; name: string; right: Right },
): ReadyAnswer[] {
  const [own, theirs] = textsOfBoth(desk, asked.locale)
  return RIGHTS.toSorted((one, other) => Number(other === asked.right) - Number(one === asked.right)).map(
    (right) => ({
      title: own.t(`account.rights.right.${right}`),
      text: [
        theirs.t('desk:ready.greeting', { name: asked.name }),
        theirs.t(`desk:rights.answers.${right}`),
        theirs.t('desk:ready.closing'),
      ].join('\n\n'),
    }),
  )
}

/** A request as its page shows it: instants and days in words. */
export type FoundRights = DeskRights & { due: string; asked: string }

/** The outcome of a form on that page, with what was typed if it failed. */
export type RightsDone =
  | { intent: string | undefined; problem: FormProblem | null; typed: Record<string, string> | null }
  | undefined
