import { runImportCommand } from '@shop/laboratory-api/catalogue/import-command'
import { readSettings, SettingsError } from '../apps/storefront/server/settings.ts'

try {
  const { databaseUrl, dataDir } = readSettings()
  process.exitCode = await runImportCommand({
    args: process.argv.slice(2),
    databaseUrl,
    dataDir,
    print: (line) => console.log(line),
  })
} catch (error) {
  if (!(error instanceof SettingsError || (error instanceof Error && error.name === 'DataFolderInUse')))
    throw error
  console.error(error.message)
  process.exitCode = 1
}
