import { redirect } from 'react-router'
import { formProblem, formTexts, refuse, refuseProblem } from '../platform/forms/form-failure.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { tokenNotFound } from './e-mail-problems.server.ts'

const intent = 'confirmEmail'
const title: FormMessage = { key: 'messages:errorOccurred' }

/** Consumes the mailed link's token, also for a guest; the page's button sends it, since mail scanners open links. */
export async function confirmEmailByLink({ shop, form }: { shop: Shop; form: FormData }) {
  const texts = formTexts(form)
  try {
    await shop.api.activate({ token: texts.token ?? '' })
  } catch (error) {
    const problem = formProblem(shop, error, texts)
    if (tokenNotFound(problem)) {
      const notFound = { key: 'messages:emailConfirmationTokenNotFound' } as const
      return refuse({ intent, texts, title: notFound, status: problem.status })
    }
    return refuseProblem({ intent, texts, title }, problem)
  }
  return redirect(`${pathOf('confirmEmail')}?confirmed=1`)
}
