import type { VisitKind } from '@shop/domain/laboratory'
import { data, redirect } from 'react-router'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { localPath, screenAt } from '../platform/navigation/local-path.ts'
import { NAVIGATION, pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import type { LaboratoryOption } from '../platform/shell-data.ts'
import { laboratoryOptions } from './load-shell.server.ts'

export interface LaboratoryQuestion {
  /** The order needs it: the order continues with the visit's date. */
  fromOrder: boolean
  /** Which laboratories are offered: branches, or those that come home; by default all. */
  kind: VisitKind | undefined
  /** The date that is open among the visit's times; it stays open for the next laboratory. */
  day?: string | null
  /** The time that is chosen among them, in the form. */
  time?: string | undefined
  pathnameToReturn: string
}

/** Reads from the query who asked for a laboratory. */
export function laboratoryQuestion(query: URLSearchParams): LaboratoryQuestion {
  const kind = query.get('kind')
  return {
    fromOrder: query.get('from') === 'order',
    kind: kind === 'branch' || kind === 'homeCall' ? kind : undefined,
    day: query.get('day'),
    pathnameToReturn: localPath(query.get('pathnameToReturn')) ?? '/',
  }
}

export async function offeredLaboratories(
  shop: Shop,
  { kind }: LaboratoryQuestion,
): Promise<LaboratoryOption[]> {
  const all = await laboratoryOptions(shop)
  return kind ? all.filter(({ callable }) => callable === (kind === 'homeCall')) : all
}

export type LaboratoryRefusal = 'laboratoryRequired' | 'noCallableLabs'

interface ChooseLaboratory {
  shop: Shop
  question: LaboratoryQuestion
  /**
   * Id of the chosen laboratory, `firstCallable` for the quick button, or `none` from the menu: the choice is
   * forgotten, and the question opens again.
   */
  choice: string
}

/** Where the question for a laboratory opens again: over the page, or as its own page if nothing is ordered there. */
function askingPath(path: string): string {
  const screen = screenAt(new URL(path, 'http://shop.invalid').pathname)
  if (!screen || !NAVIGATION[screen].ordersNothing) return path
  return `${pathOf('laboratory')}?${new URLSearchParams({ pathnameToReturn: path })}`
}

/** Remembers the chosen laboratory. Returns where to go next, or why nothing was chosen. */
export async function chooseLaboratory({
  shop,
  question,
  choice,
}: ChooseLaboratory): Promise<{ path: string } | { refusal: LaboratoryRefusal }> {
  if (choice === 'none') {
    shop.cookies.clear('activeLaboratoryId')
    return { path: askingPath(question.pathnameToReturn) }
  }
  const offered = await offeredLaboratories(shop, question)
  const isQuick = choice === 'firstCallable'
  const chosen = offered.find(({ id, callable }) => (isQuick ? callable : id === choice))
  if (!chosen) return { refusal: isQuick ? 'noCallableLabs' : 'laboratoryRequired' }
  shop.cookies.set('activeLaboratoryId', chosen.id)
  if (!question.fromOrder) return { path: question.pathnameToReturn }
  const { day, time } = question
  const kept = new URLSearchParams({ ...(day && { day }), ...(time && { time }) })
  const query = kept.size > 0 ? `?${kept}` : ''
  return { path: pathOf(chosen.callable ? 'callDetails' : 'nurseCheckoutDate') + query }
}

/** Does what the form asks for. `query`: of the page, which says who asked. */
export async function changeLaboratory(shop: Shop, query: URLSearchParams, { form }: Pick<SentForm, 'form'>) {
  const time = form.get('nurseCheckoutDate')?.toString()
  const question = { ...laboratoryQuestion(query), time }
  const choice = (form.get('quick') ?? form.get('laboratoryId'))?.toString() ?? ''
  const answer = await chooseLaboratory({ shop, question, choice })
  if ('path' in answer) return redirect(answer.path)
  return data({ refusal: answer.refusal }, { status: 422 })
}
