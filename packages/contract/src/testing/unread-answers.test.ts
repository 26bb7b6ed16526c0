import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Operations, unreadAnswers } from './unread-answers.ts'

const visits = (answer: z.ZodType): Operations => ({
  visits: { method: 'GET', path: '/visits/{id}', answer },
})
const before = visits(
  z.object({
    day: z.string(),
    state: z.enum(['open', 'done']),
    lines: z.array(z.object({ code: z.string() })),
  }),
)
const unread = (answer: z.ZodType) => unreadAnswers(before, visits(answer))

test('a field that the previous release does not send must be optional', () => {
  const same = {
    day: z.string(),
    state: z.enum(['open', 'done']),
    lines: z.array(z.object({ code: z.string() })),
  }
  expect(unread(z.object(same))).toEqual([])
  expect(unread(z.object({ ...same, region: z.string().nullable() }))).toEqual([
    'GET /visits/{}.region is not sent',
  ])
  expect(
    unread(z.object({ ...same, region: z.string().nullable().default(null), by: z.string().optional() })),
  ).toEqual([])
  expect(
    unread(z.object({ ...same, lines: z.array(z.object({ code: z.string(), price: z.int() })) })),
  ).toEqual(['GET /visits/{}.lines[].price is not sent'])
})

test('a field that it does send must be readable: another type, a missing word, null, one of several forms', () => {
  expect(unread(z.object({ day: z.int() }))).toEqual(['GET /visits/{}.day: string is no integer'])
  expect(unread(z.object({ state: z.enum(['open']) }))).toEqual(['GET /visits/{}.state: done is not known'])
  expect(unread(z.union([z.null(), z.object({ day: z.string().nullable() })]))).toEqual([])
  const nothing = visits(z.object({ day: z.string().nullable() }))
  expect(unreadAnswers(nothing, visits(z.object({ day: z.string() })))).toEqual([
    'GET /visits/{}.day: string,null is no string',
  ])
})
