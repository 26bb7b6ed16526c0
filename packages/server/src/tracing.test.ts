import { expect, test } from 'vitest'
import { readServerSettings } from './settings.ts'
import { currentTraceId, currentTraceparent, tracedRequest, tracedStatement } from './tracing.ts'

test('traces are off until an address is set, and then all are sent unless a share is set', () => {
  expect(readServerSettings({}, 3000).tracing).toBeNull()
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
  expect(readServerSettings(endpoint, 3000).tracing).toEqual({
    endpoint: 'http://collector:4318',
    headers: {},
    ratio: 1,
  })
  const more = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%3Db, tenant=shop',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  }
  expect(readServerSettings(more, 3000).tracing).toMatchObject({
    headers: { 'api-key': 'a=b', tenant: 'shop' },
    ratio: 0.05,
  })
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a key'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%zz'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
])('a start with %s=%s is refused, and the setting is named', (name, value) => {
  expect(() => readServerSettings({ [name]: value }, 3000)).toThrow(name)
})

test('while traces are off, work runs unchanged, and nothing has a trace', async () => {
  const answer = new Response('ok')
  const request = new Request('http://shop.example/', {
    headers: { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` },
  })
  expect(tracedRequest(request, () => answer)).toBe(answer)
  expect(await tracedStatement('select 1', async () => currentTraceId() ?? 'none')).toBe('none')
  expect(currentTraceparent()).toBeUndefined()
})
