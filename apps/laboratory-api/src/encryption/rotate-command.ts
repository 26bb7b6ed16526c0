import type { ApiContext } from '../context.ts'
import { type CommandSettings, type Words, withCommandApi } from '../open-for-command.ts'
import { sweepSealedValues } from './sweep.ts'

/**
 * Begins new data keys under the first of `ENCRYPTION_KEYS` and seals every value anew. On PostgreSQL beside the running shop,
 * whose processes must know that secret already; the embedded database can be opened only while the shop is stopped.
 * Answers the exit code: 0 done, 1 some values open with no key, 2 used wrongly.
 */
export function runRotateKeysCommand({ args, print, ...where }: Words & CommandSettings): Promise<number> {
  return withCommandApi(where, { queues: false }, (context) => rotateKeys(context, { args, print }))
}

/** As `runRotateKeysCommand`, on an API that is open. */
export async function rotateKeys(context: ApiContext, { args, print }: Words): Promise<number> {
  if (args.length > 0) {
    print('Usage: npm run keys:rotate')
    return 2
  }
  await context.sealing.rotate(context.now())
  const { sealed, failed } = await sweepSealedValues(context)
  print(`Sealed with new keys: ${sealed}.`)
  if (failed > 0) print(`Not opened by any key, and left as they are: ${failed}.`)
  return failed > 0 ? 1 : 0
}
