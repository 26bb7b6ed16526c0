import { registry } from '@shop/server/metrics'
import { expect, test } from 'vitest'
import { countHl7Message, watchHl7Messages } from './metrics.ts'

const lines = async (name: string) =>
  (await registry.getSingleMetricAsString(name)).split('\n').filter((line) => !line.startsWith('#') && line)

/** The counters by labels; other tests of this process count as well. */
const counts = async () =>
  new Map(
    (await lines('hl7_messages_total')).map((line) => line.split(' ') as [labels: string, count: string]),
  )

test('messages are counted by direction and acknowledgement only, never by text that a laboratory makes up', async () => {
  watchHl7Messages({ waiting: () => 3, setAside: () => 2 })
  const before = await counts()
  countHl7Message('out', 'CA')
  countHl7Message('in', 'AE')
  countHl7Message('in', 'Kowalska Anna')
  countHl7Message('out', null)
  const after = await counts()
  expect(after.size).toBe(8)
  const raised = [...after].filter(([labels, count]) => Number(count) === Number(before.get(labels)) + 1)
  expect(raised.map(([labels]) => labels).toSorted()).toEqual([
    'hl7_messages_total{direction="in",answer="AE"}',
    'hl7_messages_total{direction="in",answer="none"}',
    'hl7_messages_total{direction="out",answer="AA"}',
    'hl7_messages_total{direction="out",answer="none"}',
  ])
  expect(await lines('hl7_messages_waiting')).toEqual(['hl7_messages_waiting 3'])
  expect(await lines('hl7_messages_set_aside')).toEqual(['hl7_messages_set_aside 2'])
  watchHl7Messages(null)
  expect(await lines('hl7_messages_waiting')).toEqual(['hl7_messages_waiting 0'])
  expect(await lines('hl7_messages_set_aside')).toEqual(['hl7_messages_set_aside 0'])
})
