import { runRevokeSessionsCommand } from '@shop/laboratory-api/accounts/revoke-sessions-command'
import { readServerSettings, SettingsError } from '@shop/server/settings'

try {
  const { url: databaseUrl, dataDir } = readServerSettings(process.env, 3000).database
  process.exitCode = await runRevokeSessionsCommand({
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
