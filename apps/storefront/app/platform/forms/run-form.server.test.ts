import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import { PROBLEM_STATUS, type ProblemCode, parseOrProblem, relayedProblem } from '@shop/contract/problem'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTestShop, outcomeOf } from '../../testing/test-shop.ts'
import { PROBLEMS } from '../problems/problem-messages.server.ts'
import { FieldFaults } from './read-form.server.ts'
import { runForm } from './run-form.server.ts'

const { shop } = createTestShop({}, { token: 'token' })
const texts = { name: 'Anna', phone: 'x', password: 'secret' }
const form = { shop, intent: 'save', texts }
const answered = (error: unknown) => runForm(form, () => Promise.reject(error)).then(outcomeOf)
const codes = Object.keys(PROBLEM_STATUS) as ProblemCode[]

test.each(codes.filter((code) => !['login', 'proof', 'page'].includes(PROBLEMS[code].place)))(
  '%s is shown in the form, with what was typed but without the password',
  async (code) => {
    for (const error of [relayedProblem(code, {}), new ApiProblem(PROBLEM_STATUS[code], { code }, null)]) {
      const { failure, status } = await answered(error)
      expect(status).toBe(PROBLEM_STATUS[code])
      expect(failure).toMatchObject({ intent: 'save', problem: code, values: { name: 'Anna', phone: 'x' } })
      expect(failure?.values).not.toHaveProperty('password')
    }
  },
)

test('whatever is shown in the form says more than that an error occurred', async () => {
  for (const code of codes.filter(
    (each) => !['login', 'proof', 'page', 'fields'].includes(PROBLEMS[each].place),
  )) {
    const { failure } = await answered(new ApiProblem(PROBLEM_STATUS[code], { code }, null))
    const said = [failure!.title, ...failure!.reasons].filter(({ key }) => key !== 'messages:errorOccurred')
    expect(said.length + Object.keys(failure!.fields).length, code).toBeGreaterThan(0)
  }
})

test('a code of a later release is a failure in general words', async () => {
  const { failure, status } = await answered(new ApiProblem(409, { code: 'a_code_of_tomorrow' }, null))
  expect(status).toBe(409)
  expect(failure).toMatchObject({
    problem: 'conflict',
    title: { key: 'messages:errorOccurred' },
    reasons: [{ key: 'forms.problem.conflict' }],
  })
})

test.each(codes.filter((code) => ['login', 'proof', 'page'].includes(PROBLEMS[code].place)))(
  '%s is answered by the page',
  async (code) => {
    const error = relayedProblem(code, {})
    await expect(runForm(form, () => Promise.reject(error))).rejects.toBe(error)
  },
)

test('what the contract’s schema refuses is named at its field, in the order of the form', async () => {
  const schema = z.object({ phone: z.string().min(3), name: z.string().max(2) })
  const { failure, status } = outcomeOf(await runForm(form, async () => parseOrProblem(schema, texts)))
  expect(status).toBe(422)
  expect(failure?.title.key).toBe('forms.checkFields')
  expect(Object.keys(failure?.fields ?? {})).toEqual(['name', 'phone'])
})

test('a refusal about something that has no field on the page does not point to marked fields', async () => {
  const body = { code: 'visit_after_cut_off', errors: [{ path: 'visit.start', message: 'after_cut_off' }] }
  const { failure } = await answered(new ApiProblem(422, body, null))
  expect(failure).toMatchObject({
    title: { key: 'order.problem.visit_after_cut_off' },
    fields: {},
    reasons: [],
  })
})

test.each([
  ['processing_restricted', '/settings/data-requests'],
  ['too_many_unpaid_orders', '/orders'],
] as const)('a refusal that is put right elsewhere leads there: %s', async (code, to) => {
  const { failure } = await answered(new ApiProblem(409, { code }, null))
  expect(failure?.link).toMatchObject({ to })
})

test('the form’s own messages are shown at the field', async () => {
  const { failure } = await answered(new FieldFaults({ phone: { key: 'forms.wrong.phone' } }))
  expect(failure?.fields).toEqual({ phone: { key: 'forms.wrong.phone' } })
})

test('a silent main API or an unreachable database keeps the form', async () => {
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect((await answered(new ApiUnreachable(new TypeError('failed')))).failure?.reasons).toEqual([
    { key: 'forms.unreachable' },
  ])
  const { failure, status } = await answered(away)
  expect([status, failure?.reasons]).toEqual([503, [{ key: 'forms.serverFailed' }]])
})

test('a programming error is not shown in the form', async () => {
  const fault = new TypeError('undefined is not a function')
  await expect(runForm(form, () => Promise.reject(fault))).rejects.toBe(fault)
})
