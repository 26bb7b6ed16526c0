import { statSync } from 'node:fs'
import { backUp, restoreBackup } from '@shop/database/embedded-backup'
import { createLogger } from '@shop/server/log'
import { ownEnvironment } from '@shop/server/settings'
import { withVault } from '@shop/server/vault'
import { environmentForCommand } from './environment-for-command.ts'
import { readCommandSettings } from './settings.ts'
import { runRemoveSecondFactorCommand } from './src/accounts/remove-second-factor-command.ts'
import { runReplayErasuresCommand } from './src/accounts/replay-erasures-command.ts'
import { runRevokeSessionsCommand } from './src/accounts/revoke-sessions-command.ts'
import { runImportCommand } from './src/catalogue/import-command.ts'
import { runClientsCommand } from './src/clients/clients-command.ts'
import { runRotateKeysCommand } from './src/encryption/rotate-command.ts'
import { skipOrderNumbers } from './src/orders/skip-order-numbers.ts'
import { runRefundCommand } from './src/payments/refund-command.ts'
import { runInviteCommand } from './src/staff/invite-command.ts'

/** What every operator's command works with. */
interface CommandInput {
  args: readonly string[]
  databaseUrl: string | undefined
  schemaPrefix: string | undefined
  dataDir: string
  zone: string
  print: (line: string) => void
  /** The program's settings, for commands that run the main API. */
  laboratory: ReturnType<typeof readCommandSettings>['laboratory']
}

const asProgram = (input: CommandInput) => ({
  ...input,
  settings: input.laboratory(),
  logger: createLogger('warn', process.stderr),
})

/** The file named by the arguments; null, after a line with the reason, if the command cannot run. */
function fileOf({ args, databaseUrl, print }: CommandInput, usage: string): string | null {
  const [file] = args
  if (databaseUrl)
    print('DATABASE_URL: PostgreSQL is backed up with its own tools, see docs/operations/backup.md')
  else if (!file || args.length > 1 || file.startsWith('-')) print(usage)
  else return file
  return null
}

async function runBackupCommand(input: CommandInput): Promise<number> {
  const file = fileOf(input, 'Usage: npm run backup -- <new file>')
  if (file === null) return 2
  await backUp({ dataDir: input.dataDir, file })
  input.print(`${file}: ${statSync(file).size} bytes`)
  return 0
}

/**
 * Restores the copy, with order numbers beyond those given out since it was made, and erases the accounts again that were
 * erased since then.
 */
async function runRestoreCommand(input: CommandInput): Promise<number> {
  const file = fileOf(input, 'Usage: npm run restore -- <file of npm run backup>')
  if (file === null) return 2
  const aside = await restoreBackup({ dataDir: input.dataDir, file, prepare: skipOrderNumbers })
  if (aside) input.print(`The previous database is in ${aside}`)
  return runReplayErasuresCommand(asProgram(input))
}

/** Each returns its exit code: 0 done, 1 refused, 2 wrong usage. */
const COMMANDS: Record<string, (input: CommandInput) => Promise<number>> = {
  backup: runBackupCommand,
  'catalogue:import': runImportCommand,
  'erasures:replay': (input) => runReplayErasuresCommand(asProgram(input)),
  'keys:rotate': (input) => runRotateKeysCommand(asProgram(input)),
  'laboratory:clients': runClientsCommand,
  'payments:refund': (input) => runRefundCommand(asProgram(input)),
  restore: runRestoreCommand,
  'second-factor:remove': (input) => runRemoveSecondFactorCommand(asProgram(input)),
  'sessions:revoke': (input) => runRevokeSessionsCommand(asProgram(input)),
  'staff:invite': (input) => runInviteCommand(asProgram(input)),
}

/** Errors whose message is more useful than a stack. */
const REPORTED_BY_MESSAGE = new Set(['SettingsError', 'DataFolderInUse', 'DataFolderEmpty', 'TablesBehind'])

/** Runs a command on the shop's database; wrong settings and a database in use are reported in a line each. */
async function runCommand([name = '', ...given]: string[]): Promise<number> {
  const command = COMMANDS[name]
  const print = (line: string) => process.stdout.write(`${line}\n`)
  if (!command) {
    print(`Commands: ${Object.keys(COMMANDS).join(', ')}`)
    return 2
  }
  try {
    const { args, environment } = environmentForCommand(given, ownEnvironment())
    const { database, zone, laboratory } = readCommandSettings(await withVault(environment))
    const { url, directUrl, dataDir, schemaPrefix } = database
    return await command({
      args,
      databaseUrl: directUrl ?? url,
      schemaPrefix,
      dataDir,
      zone,
      print,
      laboratory,
    })
  } catch (error) {
    if (!(error instanceof Error && REPORTED_BY_MESSAGE.has(error.name))) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

process.exitCode = await runCommand(process.argv.slice(2))
