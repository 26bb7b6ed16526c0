import { registry } from '@shop/server/metrics'
import { Counter, Gauge } from 'prom-client'

/**
 * Codes of HL7's table 0008; enhanced codes count as their original ones. `none`: the connection broke or no
 * answer came in time.
 */
const HL7_ANSWERS = ['AA', 'AE', 'AR', 'none'] as const

const hl7Messages = new Counter({
  name: 'hl7_messages_total',
  help: 'HL7 v2 messages that the gateway received (in) or sent (out), by acknowledgement',
  labelNames: ['direction', 'answer'],
  registers: [registry],
})

export function countHl7Message(direction: 'in' | 'out', code: string | null): void {
  const answer = HL7_ANSWERS.find((known) => known === code?.replace(/^C/, 'A')) ?? 'none'
  hl7Messages.inc({ direction, answer })
}

let hl7Waiting: (() => number) | null = null

new Gauge({
  name: 'hl7_messages_waiting',
  help: 'Messages that the laboratory has not accepted yet',
  registers: [registry],
  collect() {
    if (hl7Waiting) this.set(hl7Waiting())
    else this.reset()
  },
})

/** Sets how this process finds the number of waiting messages; null: the gateway is closed. */
export function watchHl7Messages(waiting: (() => number) | null): void {
  hl7Waiting = waiting
  for (const direction of ['in', 'out'])
    for (const answer of HL7_ANSWERS) hl7Messages.inc({ direction, answer }, 0)
}
