import { runImportCommand } from '@shop/laboratory-api/catalogue/import-command'
import { runCommand } from './run-command.ts'

await runCommand(runImportCommand)
