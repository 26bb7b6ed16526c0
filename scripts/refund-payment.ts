import { runRefundCommand } from '@shop/laboratory-api/payments/refund-command'
import { readLaboratorySettings } from '@shop/laboratory-api/read-settings'
import { readServerSettings, SettingsError } from '@shop/server/settings'
import { pino } from 'pino'

try {
  const { url: databaseUrl, dataDir } = readServerSettings(process.env, 3000).database
  process.exitCode = await runRefundCommand({
    args: process.argv.slice(2),
    databaseUrl,
    dataDir,
    settings: readLaboratorySettings(process.env),
    logger: pino({ level: 'warn' }, process.stderr),
    print: (line) => console.log(line),
  })
} catch (error) {
  if (!(error instanceof SettingsError || (error instanceof Error && error.name === 'DataFolderInUse')))
    throw error
  console.error(error.message)
  process.exitCode = 1
}
