import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Does the work as this partner's: what it begins, jobs and timers included, is counted under the partner's name. */
export const asPartner = <T>(partner: string, work: () => T): T => scope.run(partner, work)

/** A metric's label; none where the process serves one partner. */
export function partnerLabel(): { partner?: string } {
  const partner = scope.getStore()
  return partner === undefined ? {} : { partner }
}
