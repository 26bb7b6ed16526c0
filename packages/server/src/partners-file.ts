import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Environment, SECRETS, SettingsError } from './settings.ts'

/**
 * What each partner has of its own, never from the environment: what one partner leaves out must not come from
 * another.
 */
const OWN = [
  ...['PUBLIC_URL', 'API_PUBLIC_URL', 'DESK_URL', 'DATABASE_SCHEMA_PREFIX', 'ERASURE_LOG', 'CATEGORY_IDS'],
  ...['MAIL_FROM', 'SUPPORT_EMAIL', 'LAB_SYSTEM_TOKEN', 'SANDBOX_HL7_PORT', 'HL7_PORT'],
  ...['PAYMENT_PROVIDER', 'PAYMENT_API_URL', 'PAYMENT_PAGE_HOSTS', 'STRIPE_SECRET_KEY'],
  ...['BEPAID_SHOP_ID', 'BEPAID_SECRET_KEY', 'BEPAID_PUBLIC_KEY', 'BEPAID_TEST', 'BEPAID_CURRENCIES'],
  ...['STRIPE_WEBHOOK_SECRETS', 'STRIPE_CURRENCIES', 'VAULT_URL'],
]
/** What may differ between partners, with the environment as the default. All other settings are the process's. */
const DIFFERING = [
  ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_POOL', 'SMTP_URL', 'ENCRYPTION_KEYS'],
  ...['KMS_URL', 'KMS_TOKEN', 'VAULT_CERT_FILE', 'VAULT_KEY_FILE', 'DATABASE_PASSWORD_ROTATED'],
  ...['BUSINESS_TIME_ZONE', 'DEFAULT_LOCALE', 'HOME_CALL_SLOT_CAPACITY', 'BRANCH_SLOT_CAPACITY'],
  ...['VISIT_CHANGE_LIMIT_HOURS', 'UNPAID_ORDER_LIMIT', 'REFUND_LIMITS', 'RESULT_RELEASE', 'DEMO_MORNING'],
  ...['STAFF_IDLE_MINUTES'],
  ...['RETAIN_RESULTS_YEARS', 'RETAIN_ORDERS_YEARS'],
]
/** What the main API has no default for if there are several partners: links would lead to another partner's site. */
export const NEEDED_BY_MAIN_API = ['PUBLIC_URL', 'DESK_URL', 'MAIL_FROM']

/** The name under which a setting may be given: a secret only as the path of its file. */
const written = (name: string) => (SECRETS.includes(name) ? `${name}_FILE` : name)
const NAMES = new Set([...OWN, ...DIFFERING].map(written))

const fileSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9-]*$/, 'the name of a folder in partners'),
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)),
)

export interface PartnerEnvironment {
  /** The partner's folder. */
  partner: string
  /** The settings of this partner alone, as if it had the process to itself. */
  environment: Environment
}

function readEntries(file: string) {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError([`PARTNERS_FILE: ${file} cannot be read (${(error as { code?: string }).code})`])
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new SettingsError([`PARTNERS_FILE: ${file} is not JSON`])
  }
  const parsed = fileSchema.safeParse(value)
  if (parsed.success) return Object.entries(parsed.data)
  throw new SettingsError(
    parsed.error.issues.map(({ path, message }) => `PARTNERS_FILE: ${path.join('.')}: ${message}`),
  )
}

function complaintsOf(
  partner: string,
  settings: Readonly<Record<string, string>>,
  needed: readonly string[],
): string[] {
  const say = (name: string, complaint: string) => `PARTNERS_FILE: ${partner}: ${name}: ${complaint}`
  return [
    ...Object.keys(settings)
      .filter((name) => !NAMES.has(name))
      .map((name) =>
        NAMES.has(`${name}_FILE`)
          ? say(name, `a secret belongs in a separate file, named by ${name}_FILE`)
          : say(name, 'not a setting of one partner'),
      ),
    ...needed.filter((name) => !settings[name]).map((name) => say(name, 'required')),
  ]
}

/**
 * Two partners with the same tables would be one; with the same prefix they share them, whatever role each of them
 * uses.
 */
function sharedTables(entries: ReturnType<typeof readEntries>): string[] {
  const byPrefix = Map.groupBy(entries, ([, { DATABASE_SCHEMA_PREFIX: prefix = '' }]) => prefix)
  return [...byPrefix.values()]
    .filter((sharing) => sharing.length > 1)
    .map((sharing) => {
      const names = sharing.map(([partner]) => partner).join(', ')
      return `PARTNERS_FILE: DATABASE_SCHEMA_PREFIX: the same for ${names}`
    })
}

/**
 * The partners that one process serves, each with its settings; null: only `PARTNER`.
 * @throws SettingsError that names the partner and the setting, also if one of the `needed` settings is missing
 */
export function readPartnersFile(
  environment: Environment,
  needed: readonly string[],
): PartnerEnvironment[] | null {
  const { PARTNERS_FILE: file, PARTNER, ...shared } = environment
  if (!file) return null
  const entries = readEntries(file)
  const own = OWN.flatMap((name) => [name, `${name}_FILE`]).filter((name) => shared[name])
  const problems = [
    ...(PARTNER ? ['PARTNER: not allowed with PARTNERS_FILE, which names the partners'] : []),
    ...(entries.length === 0 ? ['PARTNERS_FILE: names no partner'] : []),
    ...own.map((name) => `${name}: belongs to each partner, in PARTNERS_FILE`),
    ...entries.flatMap(([partner, settings]) => complaintsOf(partner, settings, needed)),
    ...sharedTables(entries),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  return entries.map(([partner, settings]) => {
    // A secret in a file replaces the shared one.
    const inFiles = DIFFERING.filter((name) => settings[`${name}_FILE`])
    const taken = new Set(inFiles)
    const rest = Object.fromEntries(Object.entries(shared).filter(([name]) => !taken.has(name)))
    return { partner, environment: { ...rest, ...settings, PARTNER: partner } }
  })
}

/**
 * The settings of a command for one partner: `--partner vesna` among its arguments if there are several partners.
 * @throws SettingsError if the argument is missing, or there is no such partner
 */
export function environmentForCommand(
  args: readonly string[],
  environment: Environment,
): { args: string[]; environment: Environment } {
  const partners = readPartnersFile(environment, NEEDED_BY_MAIN_API)
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
