import { parseOrProblem } from '@shop/contract/problem'
import { askRightSchema } from '@shop/contract/rights'
import { todayIn } from '@shop/domain/age'
import { redirect } from 'react-router'
import { attempt } from '../platform/forms/attempt.server.ts'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { formatDay, formatMoment } from '../platform/texts/format-dates.server.ts'

const REFERENCE = /^D-[0-9A-Z]{4,16}$/

/** What the account asked for about its data, and the one just sent. */
export async function loadDataRequests(
  { api, locale, businessTimeZone: zone }: Shop,
  query: URLSearchParams,
) {
  const today = todayIn(zone, new Date())
  const requests = (await api.rightsRequests()).map(({ askedAt, dueOn, answer, steps, ...request }) => ({
    ...request,
    asked: formatMoment(askedAt, locale, zone),
    due: formatDay(dueOn, locale),
    isOverdue: request.state === 'open' && dueOn < today,
    answer: answer && { text: answer.text, at: formatMoment(answer.at, locale, zone) },
    // That it came and was answered stands above and below.
    steps: steps
      .filter(({ kind }) => kind !== 'asked' && kind !== 'answered')
      .map(({ kind, at }) => ({ kind, at: formatMoment(at, locale, zone) })),
  }))
  const reference = query.get('reference') ?? ''
  const sent = REFERENCE.test(reference) ? requests.find((request) => request.reference === reference) : null
  return { requests, sent: sent ? { reference, due: sent.due } : null }
}
export type DataRequestView = Awaited<ReturnType<typeof loadDataRequests>>['requests'][number]

/** Asks for a right over the own data; the page then shows the request with its deadline. */
export async function askRight({ shop, texts }: { shop: Shop; texts: Record<string, string> }) {
  const title = { key: 'account.rights.notSent' } as const
  return attempt({ shop, intent: 'askRight', texts, title }, async () => {
    const { right = '', words = '' } = texts
    if (right === '') throw new FieldFaults({ right: { key: 'account.rights.none' } })
    const parsed = askRightSchema.safeParse({ right, words })
    if (!parsed.success && words === '')
      throw new FieldFaults({ words: { key: 'account.rights.wordsNeeded' } })
    const { reference } = await shop.api.askRight(parseOrProblem(askRightSchema, { right, words }))
    return redirect(`${pathOf('dataRequests')}?${new URLSearchParams({ reference })}`)
  })
}
