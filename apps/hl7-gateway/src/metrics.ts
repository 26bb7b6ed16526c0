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

interface Queue {
  /** Messages that are sent until the laboratory accepts them. */
  waiting(): number
  /** Messages that it refused too often: they are sent only once a day. */
  setAside(): number
}

let queue: Queue | null = null

new Gauge({
  name: 'hl7_messages_waiting',
  help: 'Messages that the laboratory has not accepted yet and that are sent again',
  registers: [registry],
  collect() {
    if (queue) this.set(queue.waiting())
    else this.reset()
  },
})

new Gauge({
  name: 'hl7_messages_set_aside',
  help: 'Messages that the laboratory refused too often and that are sent only once a day',
  registers: [registry],
  collect() {
    if (queue) this.set(queue.setAside())
    else this.reset()
  },
})

/** Sets where this process counts the messages that are not accepted; null: the gateway is closed. */
export function watchHl7Messages(counted: Queue | null): void {
  queue = counted
  for (const direction of ['in', 'out'])
    for (const answer of HL7_ANSWERS) hl7Messages.inc({ direction, answer }, 0)
}
