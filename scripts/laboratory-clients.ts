import { runClientsCommand } from '@shop/laboratory-api/clients/clients-command'
import { runCommand } from './run-command.ts'

await runCommand(runClientsCommand)
