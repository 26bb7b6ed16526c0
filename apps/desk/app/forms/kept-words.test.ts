import { type DataStrategyResult, data, redirect } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropWords, FORM_KEPT, forgetSent } from './kept-words.ts'

type Arguments = Parameters<typeof forgetSent>[0]
const WORDS = { staffId: 'vera', path: '/orders/1', field: 'note', text: 'Comes with\na wheelchair.' }
const OTHER = { ...WORDS, path: '/orders/2' }

const kept = () => JSON.parse(sessionStorage.getItem('typed-words') ?? '[]') as unknown[]

const globals = globalThis as { sessionStorage?: unknown; location?: unknown }
beforeEach(() => {
  const items = new Map<string, string>()
  globals.sessionStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  }
  globals.location = { href: 'http://desk.example/orders/1' }
  sessionStorage.setItem('typed-words', JSON.stringify([WORDS, OTHER]))
})
afterEach(() => {
  delete globals.sessionStorage
  delete globals.location
})

async function send(
  result: DataStrategyResult,
  text = 'Comes with\r\na wheelchair.',
  others: Record<string, string> = {},
): Promise<void> {
  const body = new URLSearchParams({ intent: 'note', text, ...others })
  const request = new Request('http://desk.example/orders/1', { method: 'POST', body })
  await forgetSent({ request } as Arguments, async () => ({ page: result }))
}

test.each<[string, DataStrategyResult]>([
  ['answered', { type: 'data', result: data({ problem: null }, 200) }],
  ['answered with a redirect to another screen', { type: 'error', result: redirect('/orders') }],
])('words that were sent and %s are no longer kept; those of another screen are', async (_, result) => {
  await send(result)
  expect(kept()).toEqual([OTHER])
})

test.each<[string, DataStrategyResult]>([
  ['refused', { type: 'data', result: data({ problem: {} }, 409) }],
  ['not answered', { type: 'error', result: new TypeError('Failed to fetch') }],
  [
    'answered with a redirect to the login',
    { type: 'error', result: redirect('/login?over=1&to=%2Forders%2F1') },
  ],
])('words stay if sending them was %s', async (_, result) => {
  await send(result)
  expect(kept()).toEqual([WORDS, OTHER])
})

test('words that were not in the form stay, and a logout removes all', async () => {
  await send({ type: 'data', result: { problem: null } }, '')
  expect(kept()).toEqual([WORDS, OTHER])
  dropWords(({ staffId }) => staffId !== 'vera')
  expect(kept()).toEqual([WORDS, OTHER])
  dropWords()
  expect(sessionStorage.getItem('typed-words')).toBeNull()
})

test('the fields of a form are kept until that form is accepted', async () => {
  const form = { ...WORDS, field: 'cancel', text: '{"reason":{}}' }
  const otherForm = { ...form, field: 'close 3' }
  sessionStorage.setItem('typed-words', JSON.stringify([form, otherForm]))
  await send({ type: 'data', result: data({ problem: {} }, 422) }, '', { [FORM_KEPT]: 'cancel' })
  expect(kept()).toEqual([form, otherForm])
  await send({ type: 'data', result: { problem: null } }, '', { [FORM_KEPT]: 'cancel' })
  expect(kept()).toEqual([otherForm])
})
