import { readPartnersFile } from '@shop/server/partners-file'
import { type Environment, SettingsError } from '@shop/server/settings'
import { NEEDED_BY_MAIN_API, PARTNER_SETTINGS } from '../partner-settings.ts'

/**
 * The settings of a command for one partner: `--partner vesna` among its arguments if there are several partners.
 * @throws SettingsError if the argument is missing, or there is no such partner
 */
export function environmentForCommand(
  args: readonly string[],
  environment: Environment,
): { args: string[]; environment: Environment } {
  const partners = readPartnersFile(environment, PARTNER_SETTINGS, NEEDED_BY_MAIN_API)
  const at = args.indexOf('--partner')
  const wanted = at < 0 ? undefined : (args[at + 1] ?? '')
  const rest = at < 0 ? [...args] : args.toSpliced(at, 2)
  if (!partners) {
    if (wanted === undefined || wanted === environment.PARTNER) return { args: rest, environment }
    throw new SettingsError(['--partner: needs PARTNERS_FILE, which names the partners'])
  }
  const found = partners.find(({ partner }) => partner === wanted)
  if (found) return { args: rest, environment: found.environment }
  throw new SettingsError([`--partner: must be one of ${partners.map(({ partner }) => partner).join(', ')}`])
}
