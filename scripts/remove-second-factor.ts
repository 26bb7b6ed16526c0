import { runRemoveSecondFactorCommand } from '@shop/laboratory-api/accounts/remove-second-factor-command'
import { readLaboratorySettings } from '@shop/laboratory-api/read-settings'
import { pino } from 'pino'
import { runCommand } from './run-command.ts'

await runCommand((input) =>
  runRemoveSecondFactorCommand({
    ...input,
    settings: readLaboratorySettings(process.env),
    logger: pino({ level: 'warn' }, process.stderr),
  }),
)
