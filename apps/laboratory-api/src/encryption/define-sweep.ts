import type { ApiContext } from '../context.ts'
import { sweepSealedValues } from './sweep.ts'

/** Once a key is begun, everything that is not sealed with it yet is sealed anew within the hour. */
export function defineSweep(context: ApiContext): void {
  context.jobs.schedule('sweep-sealed-values', '37 * * * *', async () => {
    const { sealed, failed } = await sweepSealedValues(context)
    if (sealed > 0) context.logger.info({ sealed, failed }, 'values were sealed with the current keys')
  })
}
