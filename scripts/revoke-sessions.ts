import { runRevokeSessionsCommand } from '@shop/laboratory-api/accounts/revoke-sessions-command'
import { runCommand } from './run-command.ts'

await runCommand(runRevokeSessionsCommand)
