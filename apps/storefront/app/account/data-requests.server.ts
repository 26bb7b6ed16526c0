import { ApiProblem } from '@shop/contract/main-api-client'
import { parseOrProblem } from '@shop/contract/problem'
import { askRightSchema, type ProcessingLimits } from '@shop/contract/rights'
import { todayIn } from '@shop/domain/age'
import { PROCESSING_LIMITS } from '@shop/domain/rights'
import type { Texts } from '@shop/texts/create-texts'
import { formatDay, formatDayOf, formatMoment } from '@shop/texts/formats.server'
import { data, redirect } from 'react-router'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import { FieldFaults, type SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'
import { textsIn } from '../platform/texts/page-texts.server.ts'

const REFERENCE = /^D-[0-9A-Z]{4,16}$/

/** The account's requests about its data, and the one just sent. */
export async function loadDataRequests(shop: Shop, url: URL) {
  const { api, locale, env } = shop
  const today = todayIn(shop.businessTimeZone, shop.now())
  const t = textsIn(locale, env.partner)
  const query = url.searchParams
  const [asked, limits, owner, kept] = await Promise.all([
    api.rightsRequests(),
    api.processingLimits(),
    viewerId(shop),
    keptForm(shop, url),
  ])
  const requests = asked.map(({ askedAt, dueOn, answer, steps, ...request }) => ({
    ...request,
    asked: formatMoment(askedAt, shop),
    due: formatDay(dueOn, locale, 'date'),
    isOverdue: request.state === 'open' && dueOn < today,
    answer: answer && { text: answer.text, at: formatMoment(answer.at, shop) },
    // The first step and the answer are shown separately, above and below.
    steps: steps
      .filter(({ kind }) => kind !== 'asked' && kind !== 'answered')
      .map(({ kind, at }) => ({
        label: t(`account.rights.step.${kind}`),
        at: formatMoment(at, shop),
      })),
  }))
  const reference = query.get('reference') ?? ''
  const sent = REFERENCE.test(reference) ? requests.find((request) => request.reference === reference) : null
  const dayOf = (instant: string) => formatDayOf(instant, shop, 'date')
  return {
    requests,
    sent: sent ? { reference, due: sent.due } : null,
    limits: sayLimits(limits, { t, dayOf }),
    hasEnded: query.has('ended'),
    formOwner: formOwnerOf(owner),
    /** What had been typed before a session ended. */
    kept,
  }
}

/** The limits in force, as sentences: made here, so that no other page loads their texts. */
function sayLimits(
  { restrictedSince, restrictionEndsAt, objectedSince }: ProcessingLimits,
  { t, dayOf }: Pick<Texts, 't'> & { dayOf: (instant: string) => string },
) {
  const inForce = []
  if (restrictedSince) {
    const said = [t('account.rights.limits.restriction', { day: dayOf(restrictedSince) })]
    if (restrictionEndsAt) said.push(t('account.rights.limits.ends', { day: dayOf(restrictionEndsAt) }))
    inForce.push({ limit: 'restriction' as const, said, end: t('account.rights.limits.endRestriction') })
  }
  if (objectedSince) {
    const said = [t('account.rights.limits.objection', { day: dayOf(objectedSince) })]
    inForce.push({ limit: 'objection' as const, said, end: t('account.rights.limits.endObjection') })
  }
  return {
    title: t('account.rights.limits.title'),
    about: t('account.rights.limits.about'),
    ended: t('account.rights.limits.ended'),
    inForce,
  }
}
export type LimitView = ReturnType<typeof sayLimits>['inForce'][number]

interface DataRequestForm {
  shop: Shop
  texts: Record<string, string>
}

/** Ends a restriction, or withdraws an objection. It may already have been done in another tab. */
async function endLimit({ shop: { api }, texts }: DataRequestForm) {
  const limit = PROCESSING_LIMITS.find((known) => known === texts.limit)
  if (!limit) throw data(null, { status: 400 })
  await api.endProcessingLimit(limit).catch((error) => {
    if (!(error instanceof ApiProblem && error.code === 'not_found')) throw error
  })
  return redirect(`${pathOf('dataRequests')}?ended`)
}
export type DataRequestView = Awaited<ReturnType<typeof loadDataRequests>>['requests'][number]

/** Sends a request for a right over the account's own data; the page then shows the request with its deadline. */
async function askRight({ shop, texts }: DataRequestForm) {
  const title = { key: 'account.rights.notSent' } as const
  return runForm({ shop, intent: 'askRight', texts, title }, async () => {
    const { right = '', words = '' } = texts
    if (right === '') throw new FieldFaults({ right: { key: 'account.rights.none' } })
    const parsed = askRightSchema.safeParse({ right, words })
    if (!parsed.success && words === '')
      throw new FieldFaults({ words: { key: 'account.rights.wordsNeeded' } })
    const { reference } = await shop.api.askRight(parseOrProblem(askRightSchema, { right, words }))
    return redirect(`${pathOf('dataRequests')}?${new URLSearchParams({ reference })}`)
  })
}

/** Runs what the form asks for. */
export function changeDataRequests(shop: Shop, { intent, texts }: Pick<SentForm, 'intent' | 'texts'>) {
  return actOf({ '': askRight, endLimit }, intent)({ shop, texts })
}
