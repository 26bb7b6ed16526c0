import { runRefundCommand } from '@shop/laboratory-api/payments/refund-command'
import { pino } from 'pino'
import { readSettings, SettingsError } from '../apps/storefront/server/settings.ts'

try {
  const { databaseUrl, dataDir, laboratoryApi } = readSettings()
  process.exitCode = await runRefundCommand({
    args: process.argv.slice(2),
    databaseUrl,
    dataDir,
    settings: laboratoryApi,
    logger: pino({ level: 'warn' }, process.stderr),
    print: (line) => console.log(line),
  })
} catch (error) {
  if (!(error instanceof SettingsError || (error instanceof Error && error.name === 'DataFolderInUse')))
    throw error
  console.error(error.message)
  process.exitCode = 1
}
