import type { Observation } from '@shop/contract/results'
import { type Receipt, receiptPaper } from '@shop/laboratory-api/orders/receipt/receipt-paper'
import { createTypesetter, type PaperOrder } from '@shop/laboratory-api/pdf/typesetter'
import { type PaperReport, reportPaper } from '@shop/laboratory-api/results/paper/report-paper'
import { loadPartner } from '@shop/server/partner'
import { percentile } from './shop-process.ts'

// What a document costs: a report with 23 values and a receipt with 297 lines, one after the other. Also how long
// the next document waits behind a hundred aborted requests for that receipt. The time to prepare the data is
// included.

const ROUNDS = 30
const WARM_UP = 5
const partner = loadPartner('synlab')
const shared = { partner, locale: 'ru', businessTimeZone: 'Europe/Minsk' } as const

function observation(index: number): Observation {
  return {
    id: crypto.randomUUID(),
    name: `Средняя концентрация гемоглобина в эритроците (${index})`,
    loinc: '787-2',
    group: null,
    value: { kind: 'numeric', value: 89 + index, comparator: null, decimals: 1, unit: 'г/л' },
    absentReason: null,
    referenceRange: { low: 80, high: 99 },
    interpretation: index > 10 ? 'high' : 'normal',
    method: index % 5 === 0 ? 'проточная цитометрия' : null,
    comment: null,
    status: 'final',
    at: '2040-03-05T08:05:00+03:00',
    replaced: [],
  }
}

const report: PaperReport = {
  ...shared,
  report: {
    orderNumber: '1000168',
    sampledAt: '2040-03-05T08:05:00+03:00',
    laboratoryName: 'Минск',
    complete: true,
    patient: { firstName: 'Анна', lastName: 'Ковалёва', gender: 'F', dateOfBirth: '1990-04-12' },
    analyses: [
      {
        id: crypto.randomUUID(),
        analysisId: 1,
        name: 'Общий анализ крови',
        system: null,
        status: 'final',
        unread: false,
        valueCount: 23,
        outsideCount: 12,
        judgedCount: 0,
        hasCritical: false,
        reportedAt: '2040-03-05T08:40:00+03:00',
        expectedDate: null,
        awaits: null,
        sampledAt: '2040-03-05T08:05:00+03:00',
        specimen: 'цельная кровь с ЭДТА',
        comment: null,
        description: null,
        observations: Array.from({ length: 23 }, (_, index) => observation(index)),
        withdrawn: [],
      },
    ],
  },
  code: '7KQ4-M2XH-93WP-T6BD',
  verifyUrl: 'https://shop.example/verify-report',
  verifyCodeUrl: 'https://shop.example/verify-report?documentNumber=7KQ4-M2XH-93WP-T6BD',
  issuedAt: new Date('2040-03-05T09:00:00+03:00'),
}

const patientId = crypto.randomUUID()
const receipt = {
  ...shared,
  details: {
    order: {
      number: '1000168',
      total: 297 * 2190,
      currency: 'BYN',
      deliveryPrice: 2000,
      visitStart: new Date(),
    },
    patients: [{ patientId, firstName: 'Анна', lastName: 'Ковалёва', subtotal: 297 * 2190, profiles: [] }],
    lines: Array.from({ length: 297 }, (_, index) => ({
      patientId,
      kind: 'analysis',
      itemId: index,
      code: String(1000 + index),
      name: { ru: 'Общий анализ крови с лейкоцитарной формулой и СОЭ', en: 'Blood count' },
      quantity: 1,
      price: 2190,
    })),
    refunds: [],
  },
  transaction: { receivedAt: new Date(), provider: 'bepaid', transactionId: 'a-1', refundedAt: null },
  attempt: { test: false },
} as unknown as Receipt

const typesetter = createTypesetter({ logger: { warn: console.error } })
const typeset = (order: PaperOrder, signal = new AbortController().signal) =>
  typesetter.typeset(order, { userId: crypto.randomUUID(), signal })

async function measure(name: string, draw: () => Promise<Uint8Array>): Promise<void> {
  const times: number[] = []
  let bytes = 0
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const started = performance.now()
    bytes = (await draw()).length
    if (round >= 0) times.push(performance.now() - started)
  }
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(0))
  console.log(`${name}: p50 ${p50} ms, p95 ${p95} ms, ${(bytes / 1000).toFixed(0)} kB`)
}

await measure('report, 23 values', () => typeset(reportPaper(report)))
await measure('receipt, 297 lines', () => typeset(receiptPaper(receipt)))

const gone = new AbortController()
const cutOff = Promise.allSettled(
  Array.from({ length: 100 }, () => typeset(receiptPaper(receipt), gone.signal)),
)
gone.abort()
const started = performance.now()
await typeset(reportPaper(report))
console.log(
  `the next report behind 100 receipts that were cut off: ${(performance.now() - started).toFixed(0)} ms`,
)
await cutOff
console.log(`resident: ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`)
await typesetter.close()
