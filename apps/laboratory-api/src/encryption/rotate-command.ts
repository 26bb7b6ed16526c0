import { migrate } from '@shop/database/migrate'
import { openDatabase } from '@shop/database/open-database'
import { migrationsOf } from '@shop/server/project-files'
import type { Logger } from 'pino'
import { createLaboratoryApi } from '../app.ts'
import type { ApiContext } from '../context.ts'
import type { LaboratoryApiSettings } from '../settings.ts'
import { sweepSealedValues } from './sweep.ts'

interface Words {
  args: readonly string[]
  print: (line: string) => void
}

/**
 * Begins new data keys under the first of `ENCRYPTION_KEYS` and seals every value anew. On PostgreSQL beside the running shop,
 * whose processes must know that secret already; the embedded database can be opened only while the shop is stopped.
 * Answers the exit code: 0 done, 1 some values open with no key, 2 used wrongly.
 */
export async function runRotateKeysCommand({
  databaseUrl,
  dataDir,
  settings,
  logger,
  ...words
}: Words & {
  databaseUrl: string | undefined
  dataDir: string
  settings: LaboratoryApiSettings
  logger: Logger
}): Promise<number> {
  const database = await openDatabase({ url: databaseUrl, ...(databaseUrl ? {} : { dataDir }) })
  try {
    await migrate(database, migrationsOf('laboratory-api'))
    const { context, close } = await createLaboratoryApi({ database, settings, logger, works: false })
    try {
      return await rotateKeys(context, words)
    } finally {
      await close()
    }
  } finally {
    await database.close()
  }
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
