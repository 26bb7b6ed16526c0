import { createStaticHandler, type DataStrategyResult, data } from 'react-router'
import { expect, test } from 'vitest'
import { lostAnswer, stayWhenLost } from './lost-answer.ts'

type Arguments = Parameters<typeof stayWhenLost>[0]
const PLACE = 'http://desk.example/orders/1?x=1'

/** What the router makes of a response with this status. */
async function refused(status: number): Promise<DataStrategyResult> {
  const refuse = () => {
    throw data(null, { status })
  }
  const handler = createStaticHandler([{ id: 'page', path: '/', loader: refuse }])
  const answered = await handler.query(new Request('http://desk.example/'))
  if (answered instanceof Response) throw new TypeError('The router answered on its own.')
  return { type: 'error', result: answered.errors?.page as unknown }
}

function run(result: DataStrategyResult, form?: Record<string, string>) {
  const abort = new AbortController()
  const body = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
  const request = new Request(PLACE, { ...body, signal: abort.signal })
  const answer = stayWhenLost({ request } as Arguments, async () => ({ page: result }))
  return { abort, answer: answer as Promise<Record<string, DataStrategyResult>> }
}

const NO_LINE: DataStrategyResult = { type: 'error', result: new TypeError('Failed to fetch') }
const DONE: DataStrategyResult = { type: 'data', result: { problem: null } }

test.each([
  ['the line drops', NO_LINE],
  ['the main API is away', await refused(503)],
  ['a proxy cannot reach the desk', await refused(502)],
])('when %s, a form is as it was before it was sent, and can be sent again', async (_, result) => {
  const { answer } = run(result, { intent: 'note', text: 'Comes with a wheelchair.' })
  expect((await answer).page).toMatchObject({ type: 'data' })
  const lost = lostAnswer.read()
  expect(lost).toMatchObject({ action: '/orders/1?x=1' })
  expect(lost !== 'page' && lost?.form.get('text')).toBe('Comes with a wheelchair.')
  // The page that is requested after a form does not replace its notice.
  const page = run(result)
  page.abort.abort()
  await expect(page.answer).rejects.toThrow()
  expect(lostAnswer.read()).toBe(lost)
  await run(DONE).answer
  expect(lostAnswer.read()).toBe(lost)
  expect((await run(DONE, { text: 'Again.' }).answer).page).toBe(DONE)
  expect(lostAnswer.read()).toBeNull()
})

test('a page that gets no answer stays pending until something else is requested', async () => {
  const { abort, answer } = run(NO_LINE)
  await expect.poll(() => lostAnswer.read()).toBe('page')
  // A superseded request does not hide the notice when it ends late.
  const late = run(DONE)
  late.abort.abort()
  await expect(late.answer).rejects.toThrow()
  expect(lostAnswer.read()).toBe('page')
  abort.abort()
  await expect(answer).rejects.toThrow()
  expect(lostAnswer.read()).toBe('page')
  await run(DONE).answer
  expect(lostAnswer.read()).toBeNull()
})

test('a refusal counts as an answer', async () => {
  for (const result of [await refused(403), await refused(500)]) {
    expect((await run(result, { text: 'x' }).answer).page).toBe(result)
    expect(lostAnswer.read()).toBeNull()
  }
})
