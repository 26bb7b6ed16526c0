import { createElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorefront, type TestStorefront } from '../../server/testing/open-test-storefront.ts'
import { shoppersAt } from '../checkout/testing/shoppers.ts'
import { formOwnerOf, keepFormForLogin, keptForm } from '../platform/forms/form-draft.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import { formOf, outcomeOf, sent } from '../testing/test-shop.ts'
import { changeOrder } from './change-order.server.ts'
import { loadOrder } from './load-order.server.ts'
import OrderQuestions from './order-questions.tsx'

/** Follicle-stimulating hormone: asks women about their cycle, and everyone about biotin. */
const FSH = '2012'

let storefront: TestStorefront
const { shopper, ordered } = shoppersAt(() => storefront)
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

/** An order whose page asks questions, with functions to send and read its answers. */
async function asked() {
  const { customer, shop, orderId } = await ordered([FSH])
  const fieldOf = (question: string) => `answer.${customer.patientId}.${question}`
  const answer = async (fields: Record<string, string>, as: Shop = shop) =>
    outcomeOf(await changeOrder(as, orderId, sent(formOf({ intent: 'answer', ...fields }))))
  const answers = async () => {
    const { people } = (await loadOrder(shop, orderId)).questions
    return Object.fromEntries(people.flatMap((one) => one.answers.map((it) => [it.question, it.answer])))
  }
  return { customer, shop, orderId, fieldOf, answer, answers }
}

test('an order asks what its tests need to know, stores the answers, and lets them be withdrawn', async () => {
  const { orderId, fieldOf, answer, answers } = await asked()
  const open = await answers()
  expect(Object.keys(open)).toContain('biotin')
  expect(Object.values(open).every((one) => one === null)).toBe(true)
  const saved = await answer({ [fieldOf('biotin')]: 'no' })
  expect(saved.location).toBe(`/orders/${orderId}?notice=answered`)
  expect(await answers()).toMatchObject({ biotin: 'no' })
  await answer({ [fieldOf('biotin')]: '' })
  expect(await answers()).toMatchObject({ biotin: null })
})

test('an order of tests that need no information asks nothing', async () => {
  const { shop, orderId } = await ordered()
  expect((await loadOrder(shop, orderId)).questions.people).toEqual([])
})

test('an invalid answer is reported beside its field, with what was typed, and nothing is stored', async () => {
  const { fieldOf, answer, answers } = await asked()
  for (const [question, text, key] of [
    ['lastPeriod', '2999-01-01', 'order.questions.wrongTime'],
    ['lastPeriod', 'yesterday', 'order.questions.wrongTime'],
    ['biotin', 'perhaps', 'forms.wrong.any'],
    ['biotin', 'x'.repeat(5000), 'forms.wrong.any'],
  ] as const) {
    const { status, failure } = await answer({ [fieldOf('biotin')]: 'yes', [fieldOf(question)]: text })
    expect(status).toBe(422)
    expect(failure?.title).toEqual({ key: 'forms.checkFields' })
    expect(failure?.fields).toEqual({ [fieldOf(question)]: { key } })
    expect(failure?.values[fieldOf(question)]).toBe(text)
  }
  expect(await answers()).toEqual({ biotin: null, lastPeriod: null })
})

test('field names that are not questions, and people who are not in the order, change nothing', async () => {
  const { orderId, fieldOf, answer, answers } = await asked()
  const ignored = await answer({ 'answer.x': '1', 'answer..toString': 'yes', [fieldOf('__proto__')]: 'yes' })
  expect(ignored.location).toBe(`/orders/${orderId}?notice=answered`)
  for (const id of ['0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10', 'nobody']) {
    const { status } = await answer({ [`answer.${id}.biotin`]: 'yes' })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  }
  expect(await answers()).toMatchObject({ biotin: null })
})

test('what is typed is remembered for its owner, and after a session that ended it is there again', async () => {
  const { customer, shop, orderId, fieldOf } = await asked()
  const order = await loadOrder(shop, orderId)
  const shown = (kept?: Record<string, string>, isAnswered = false) =>
    pageHtml(createElement(OrderQuestions, { order, failure: undefined, kept, isAnswered }))
  const formOwner = formOwnerOf(customer.user.id)
  expect(shown()).toMatch(/<form[^>]* id="questions"/)
  expect(shown()).toContain(`<input type="hidden" name="formOwner" value="${formOwner}"/>`)
  expect(shown()).not.toContain('<details open')

  const typed = { intent: 'answer', [fieldOf('lastPeriod')]: '2040-02-20' }
  const login = await keepFormForLogin(shop, `/login?pathnameToReturn=/orders/${orderId}`, {
    ...typed,
    formOwner,
  })
  const address = (path: string) => new URL(path, 'http://shop.example')
  const back = address(address(login).searchParams.get('pathnameToReturn')!)
  const kept = await keptForm(shop, back)
  expect(kept).toEqual(typed)
  expect(shown(kept)).toContain('value="2040-02-20"')
  expect(shown(kept)).toContain('<details open')
  expect(shown(kept)).toContain(`action="${back.pathname}${back.search}"`)
  expect(wordsOf(shown(kept))).toContain('What you typed is still here')

  // The page stays open when the answers are saved, and must not go on saying so.
  const saved = shown(kept, true)
  expect(wordsOf(saved)).not.toContain('What you typed is still here')
  expect(wordsOf(saved)).toContain('Saved')
  expect(saved).toContain(`action="${back.pathname}"`)
})

test('a stranger can neither see the questions nor send the form', async () => {
  const { orderId, fieldOf, answer, answers } = await asked()
  const { shop: stranger } = await shopper()
  await expect(loadOrder(stranger, orderId)).rejects.toMatchObject({ status: 404 })
  await expect(answer({ [fieldOf('biotin')]: 'yes' }, stranger)).rejects.toMatchObject({ status: 404 })
  expect(await answers()).toMatchObject({ biotin: null })
})
