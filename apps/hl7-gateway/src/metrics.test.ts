import { registry } from '@shop/server/metrics'
import { expect, test } from 'vitest'
import { countHl7Message, watchHl7Messages } from './metrics.ts'

const lines = async (name: string) =>
  (await registry.getSingleMetricAsString(name)).split('\n').filter((line) => !line.startsWith('#') && line)

test('counts messages by direction and acknowledgement only, never by text that a laboratory makes up', async () => {
  watchHl7Messages(() => 3)
  countHl7Message('out', 'CA')
  countHl7Message('in', 'AE')
  countHl7Message('in', 'Kowalska Anna')
  countHl7Message('out', null)
  const counted = await lines('hl7_messages_total')
  expect(counted).toHaveLength(8)
  expect(counted.filter((line) => line.endsWith(' 1'))).toEqual([
    'hl7_messages_total{direction="in",answer="AE"} 1',
    'hl7_messages_total{direction="in",answer="none"} 1',
    'hl7_messages_total{direction="out",answer="AA"} 1',
    'hl7_messages_total{direction="out",answer="none"} 1',
  ])
  expect(await lines('hl7_messages_waiting')).toEqual(['hl7_messages_waiting 3'])
  watchHl7Messages(null)
  expect(await lines('hl7_messages_waiting')).toEqual(['hl7_messages_waiting 0'])
})
