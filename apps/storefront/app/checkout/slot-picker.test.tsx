import type { DayPart } from '@shop/domain/visit-slots'
import { expect, test } from 'vitest'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { pageHtml } from '../testing/page-html.tsx'
import { SlotPicker } from './slot-picker.tsx'
import type { SlotWeek, VisitGroup } from './slot-week.server.ts'

const day: SlotWeek['days'][number] = {
  date: '2040-03-06',
  weekday: 'Tue',
  dayOfMonth: 6,
  label: 'Tuesday 6 March',
  state: 'free',
  freeSlots: 2,
}

interface Picked {
  group?: Partial<VisitGroup>
  part?: DayPart
  chosen?: string
  days?: SlotWeek['days']
  failure?: FormFailure
}

function pickerOf(
  times: readonly string[],
  days: 'links' | 'buttons',
  { chosen, failure, days: shown = [day], group: more, part = 'early' }: Picked = {},
): string {
  const slots = times.map((time) => ({
    start: `2040-03-06T${time}:00+03:00`,
    time,
    free: 3,
    part,
  }))
  const week = {
    month: 'March',
    days: shown,
    day,
    slots,
    partNames: { early: 'Early', morning: 'Morning', day: 'Afternoon', evening: 'Evening' },
    isTooLong: false,
    chosen: chosen ?? null,
    earlier: null,
    later: '2040-03-13',
    cutOff: null,
  }
  const group = { people: 1, minutes: 15, fasts: false, ...more }
  const picker = <SlotPicker week={week} group={group} name="start" failure={failure} days={days} />
  return pageHtml(picker, 'en')
}

test('a day shows how many times are free only if they are few, and says it to those who hear it in any case', () => {
  expect(pickerOf(['08:15'], 'links')).toContain('<small>2 free')
  const many = { ...day, freeSlots: 5 }
  expect(pickerOf(['08:15'], 'links', { days: [many] })).toContain('<small class="visually-hidden">5 free')
})

test('early times are marked for morning urine, and afternoons say that they are late for it', () => {
  const shown = (part: DayPart, bringsMorningUrine: boolean) =>
    pickerOf(['08:15'], 'links', { part, group: { bringsMorningUrine } })
  expect(shown('early', true)).toContain('Best for morning urine')
  expect(shown('morning', true)).not.toContain('morning urine')
  for (const part of ['day', 'evening'] as const) {
    expect(shown(part, true)).toContain('Late for morning urine')
    expect(shown(part, false)).not.toContain('morning urine')
  }
})

/** The columns of the times, in the grids of four and of eight. */
function columnsOf(times: readonly string[]): string[] {
  const html = pickerOf(times, 'links')
  return [...html.matchAll(/--of-4:(\d);--of-8:(\d)/g)].map(([, four, eight]) => `${four} ${eight}`)
}

test.each([
  ['quarters of an hour', ['08:15', '08:45', '09:00', '09:30'], ['2 2', '4 4', '1 5', '3 7']],
  ['half hours', ['07:30', '08:00', '09:30', '10:00'], ['2 2', '3 3', '2 6', '3 7']],
])('times by %s are placed in the columns of their minutes', (_, times, columns) => {
  expect(columnsOf(times)).toEqual(columns)
})

test('without scripts another day or week opens at the week strip, not at the top of the page', () => {
  const html = pickerOf(['08:15'], 'buttons')
  expect(html).toContain('id="week-title"')
  const buttons = html.match(/<button[^>]*name="show(?:Day|Week)"[^>]*>/g)!
  expect(buttons).toHaveLength(2)
  for (const button of buttons) expect(button.toLowerCase()).toContain('formaction="#week-title"')
})

test('without scripts a refused form still has the time that was chosen, not the one from before', () => {
  const [before, now] = ['2040-03-06T08:15:00+03:00', '2040-03-06T08:30:00+03:00'] as const
  const failure: FormFailure = {
    intent: 'move',
    problem: 'too_many_requests',
    values: { start: now },
    fields: {},
    title: { key: 'order.problem.tooManyMoves' },
    reasons: [],
  }
  const checked = (html: string) =>
    html.match(/<input[^>]*checked[^>]*>/g)?.map((input) => /value="([^"]*)"/.exec(input)?.[1])
  const times = ['08:15', '08:30']
  expect(checked(pickerOf(times, 'links', { chosen: before }))).toEqual([before])
  expect(checked(pickerOf(times, 'links', { chosen: before, failure }))).toEqual([now])
})
