import { Problem, type ProblemCode } from '@shop/contract/problem'
import { data } from 'react-router'
import { OUR_SIDE, PROBLEMS, type ProblemWords, tooManyTries } from '../problems/problem-messages.server.ts'
import { type ReadProblem, readProblem } from '../problems/read-problem.server.ts'
import type { Shop } from '../session/shop-context.server.ts'
import { forgetForm } from './form-draft.server.ts'
import type { FormFailure, FormLink, FormMessage } from './form-failure.ts'
import { FieldFaults, fieldMessages, withoutSecrets } from './read-form.server.ts'

const CHECK_FIELDS: FormMessage = { key: 'forms.checkFields' }
const ERROR_OCCURRED: FormMessage = { key: 'messages:errorOccurred' }
const UNPROCESSABLE = 422
const BAD_GATEWAY = 502

/** A form as its use case gets it. */
export interface ShopForm {
  shop: Shop
  /** As `formTexts` reads them. */
  texts: Record<string, string>
}

interface FormToRun extends ShopForm {
  /** Which form of the page. */
  intent: string
  /**
   * The form's first fields in the order of the page, where they include a choice: a choice that was not made is not
   * sent.
   */
  order?: readonly string[]
  /** What did not happen, for a problem without a title of its own. Default: “An error occurred”. */
  title?: FormMessage
  /** Shown before the problem's own reasons, whatever the problem is. */
  reasons?: readonly FormMessage[]
  /** Where this form's words differ from those of `PROBLEMS`; a function if they depend on the answer. */
  words?: Readonly<Partial<Record<ProblemCode, ProblemWords | ((problem: ReadProblem) => ProblemWords)>>>
  /** What a bare status without a problem means for this call, according to the specification. */
  bare?: Readonly<Partial<Record<number, ProblemCode>>>
}

/**
 * Runs the work that a form asks for. A refusal is answered as the form's failure, together with what was typed. A
 * missing login and a missing object are rethrown, and the page answers them (`answerFailures`).
 */
export async function runForm<T>(form: FormToRun, work: () => Promise<T>) {
  let answer: T
  try {
    answer = await work()
  } catch (error) {
    return refusal(form, error)
  }
  if (answer instanceof Response) await forgetForm(form.shop)
  return answer
}

/** What an action answers for a form that is not accepted. */
function refusal(form: FormToRun, error: unknown) {
  if (error instanceof FieldFaults) {
    const { title = CHECK_FIELDS, fields } = error
    return failed(form, { problem: null, title, fields, status: UNPROCESSABLE })
  }
  const problem = readProblem(error)
  if (!problem) throw error
  const code = (problem.isBare && form.bare?.[problem.status]) || problem.code
  const given = form.words?.[code] ?? PROBLEMS[code]
  const words = foreseen(typeof given === 'function' ? given(problem) : given)
  if (words.place === 'login' || words.place === 'proof' || words.place === 'page') throw error
  logAway(form.shop, problem)
  // A refusal by our own schema is not a failure of the call.
  const isOwn = error instanceof Problem && code === 'invalid_fields'
  const own = words.place === 'form' || words.place === 'field' ? words : null
  return failed(form, {
    problem: code,
    title: own?.title ?? (isOwn ? CHECK_FIELDS : form.title) ?? ERROR_OCCURRED,
    reasons: [
      ...(isOwn ? [] : (form.reasons ?? [])),
      ...(own?.reasons ?? []),
      ...(problem.status === 429 ? [tooManyTries(problem.retryAfter)] : []),
    ],
    fields: { ...fieldMessages(namedErrors(problem, form.texts), form.texts), ...fieldOf(words, form.texts) },
    link: words.place === 'form' ? words.link : undefined,
    status: problem.status < 400 ? BAD_GATEWAY : problem.status,
  })
}

/** A problem that no form gets is a fault of ours. */
const foreseen = (words: ProblemWords): ProblemWords =>
  words.place === 'desk' || words.place === 'redirect' ? OUR_SIDE : words

/**
 * With `invalid_fields` all errors count, even of fields that were left empty and not sent; with any other refusal
 * only those of fields that were sent.
 */
function namedErrors({ code, errors }: ReadProblem, texts: Record<string, string>): ReadProblem['errors'] {
  return code === 'invalid_fields' ? errors : errors.filter(({ path }) => path.split('.').at(-1)! in texts)
}

function fieldOf(words: ProblemWords, texts: Record<string, string>): Record<string, FormMessage> {
  if (words.place !== 'field') return {}
  const field = words.fields.length === 1 ? words.fields[0] : words.fields.find((name) => name in texts)
  return field ? { [field]: words.message } : {}
}

function logAway({ logger }: Shop, { code, isAnswer }: ReadProblem): void {
  if (isAnswer) return
  if (code === 'main_api_unavailable') logger.error('Api client caught error')
  if (code === 'not_ready') logger.error('the database did not answer in time')
}

interface ReportedFailure {
  problem: ProblemCode | null
  title: FormMessage
  reasons?: readonly FormMessage[]
  fields: Record<string, FormMessage>
  link?: FormLink | undefined
  status: number
}

function failed(
  { intent, texts, order: first = [] }: FormToRun,
  { problem, title, reasons = [], fields, link, status }: ReportedFailure,
) {
  // Unticked boxes are not sent: they come last.
  const order = [...first, ...Object.keys(texts), ...Object.keys(fields)]
  const sorted = Object.entries(fields).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  const pointsAtFields = sorted.length > 0 && reasons.length === 0 && title.key !== CHECK_FIELDS.key
  const failure: FormFailure = {
    intent,
    problem,
    values: withoutSecrets(texts),
    fields: Object.fromEntries(sorted),
    title,
    reasons: pointsAtFields ? [CHECK_FIELDS] : [...reasons],
    ...(link ? { link } : {}),
  }
  return data(failure, { status })
}
