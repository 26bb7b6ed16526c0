import { runRefundCommand } from '@shop/laboratory-api/payments/refund-command'
import { readLaboratorySettings } from '@shop/laboratory-api/read-settings'
import { pino } from 'pino'
import { runCommand } from './run-command.ts'

await runCommand((input) =>
  runRefundCommand({
    ...input,
    settings: readLaboratorySettings(process.env),
    logger: pino({ level: 'warn' }, process.stderr),
  }),
)
