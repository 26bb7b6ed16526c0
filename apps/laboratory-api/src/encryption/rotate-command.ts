import type { ApiContext } from '../context.ts'
import { type CommandLine, type CommandSettings, withCommandApi } from '../open-for-command.ts'
import { sweepSealedValues } from './sweep.ts'

/**
 * Creates new data keys under the first of `ENCRYPTION_KEYS` and reseals every value. On PostgreSQL it can run beside
 * the shop, whose processes must already know that secret; the embedded database can be opened only while the shop is
 * stopped. Returns the exit code: 0 done, 1 some values open with no key, 2 wrong usage.
 */
export function runRotateKeysCommand({
  args,
  print,
  ...where
}: CommandLine & CommandSettings): Promise<number> {
  return withCommandApi(where, { queues: false }, (context) => rotateKeys(context, { args, print }))
}

/** As `runRotateKeysCommand`, on an open API. */
export async function rotateKeys(context: ApiContext, { args, print }: CommandLine): Promise<number> {
  if (args.length > 0) {
    print('Usage: npm run keys:rotate')
    return 2
  }
  await context.sealing.rotate(context.now())
  const { sealed, failed } = await sweepSealedValues(context)
  print(`Sealed with new keys: ${sealed}.`)
  if (failed > 0) print(`Opened by no key, and left as they are: ${failed}.`)
  return failed > 0 ? 1 : 0
}
