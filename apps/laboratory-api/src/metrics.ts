import { partnerCounter, partnerGauge } from '@shop/server/metrics'

// What only the main API counts.

export const ordersCounted = partnerCounter({
  name: 'orders_total',
  help: 'Orders created, expired unpaid and cancelled',
  labelNames: ['event'],
})
// Starts at zero: otherwise the first event of a kind would not show as an increase.
for (const event of ['made', 'expired', 'cancelled']) ordersCounted.inc({ event }, 0)

export const payments = partnerCounter({
  name: 'payments_total',
  help: "Reports of payment providers, by the settlement's verdict",
  labelNames: ['provider', 'verdict'],
})

export const refunds = partnerCounter({
  name: 'refunds_total',
  help: 'Refunds of payments',
  labelNames: ['provider'],
})

export const mails = partnerCounter({
  name: 'mails_total',
  help: 'Mails accepted by the mail server, permanently refused by it, or failed and waiting for another try',
  labelNames: ['template', 'outcome'],
})

export const securityEventsCounted = partnerCounter({
  name: 'security_events_total',
  help: 'Logins, changes of credentials, refusals and other events of the security log',
  labelNames: ['event', 'outcome'],
})

export const unreadableValues = partnerCounter({
  name: 'sealed_values_unreadable_total',
  help: 'Sealed values that no key could open when a request or a job needed them, by purpose',
  labelNames: ['purpose'],
})

const sandboxedParties = partnerGauge({
  name: 'sandboxed_party',
  help: '1: the sandbox replaces this party; never so in production',
  labelNames: ['party'],
})

export function noteSandbox(parties: Readonly<Record<string, boolean>>): void {
  for (const [party, isSandboxed] of Object.entries(parties)) {
    sandboxedParties.set({ party }, isSandboxed ? 1 : 0)
  }
}
