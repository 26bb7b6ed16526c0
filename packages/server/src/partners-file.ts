import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Environment, SECRETS, SettingsError } from './settings.ts'

/**
 * Which settings belong to a partner; all others are the process's. A partners' file may be shared by several
 * programs, so each of them must know the names of all.
 */
export interface PartnerSettings<Name extends string = string> {
  /**
   * What each partner has of its own, never from the environment: what one partner leaves out must not come from
   * another.
   */
  own: readonly Name[]
  /** What may differ between partners, with the environment as the default. */
  differing: readonly Name[]
}

/** Of what every program's start reads. */
const OF_EVERY_START: PartnerSettings = {
  own: ['DATABASE_SCHEMA_PREFIX', 'VAULT_URL'],
  differing: [
    ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_POOL', 'DATABASE_PASSWORD_ROTATED'],
    ...['BUSINESS_TIME_ZONE', 'VAULT_CERT_FILE', 'VAULT_KEY_FILE'],
  ],
}

/** The name under which a setting may be given: a secret only as the path of its file. */
const written = (name: string) => (SECRETS.includes(name) ? `${name}_FILE` : name)

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
  { names, needed }: { names: ReadonlySet<string>; needed: readonly string[] },
): string[] {
  const say = (name: string, complaint: string) => `PARTNERS_FILE: ${partner}: ${name}: ${complaint}`
  return [
    ...Object.keys(settings)
      .filter((name) => !names.has(name))
      .map((name) =>
        names.has(`${name}_FILE`)
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
  ofPrograms: PartnerSettings,
  needed: readonly string[],
): PartnerEnvironment[] | null {
  const { PARTNERS_FILE: file, PARTNER, ...shared } = environment
  if (!file) return null
  const entries = readEntries(file)
  const owned = [...OF_EVERY_START.own, ...ofPrograms.own]
  const differing = [...OF_EVERY_START.differing, ...ofPrograms.differing]
  const names = new Set([...owned, ...differing].map(written))
  const own = owned.flatMap((name) => [name, `${name}_FILE`]).filter((name) => shared[name])
  const problems = [
    ...(PARTNER ? ['PARTNER: not allowed with PARTNERS_FILE, which names the partners'] : []),
    ...(entries.length === 0 ? ['PARTNERS_FILE: names no partner'] : []),
    ...own.map((name) => `${name}: belongs to each partner, in PARTNERS_FILE`),
    ...entries.flatMap(([partner, settings]) => complaintsOf(partner, settings, { names, needed })),
    ...sharedTables(entries),
  ]
  if (problems.length > 0) throw new SettingsError(problems)
  return entries.map(([partner, settings]) => {
    // A secret in a file replaces the shared one.
    const inFiles = differing.filter((name) => settings[`${name}_FILE`])
    const taken = new Set(inFiles)
    const rest = Object.fromEntries(Object.entries(shared).filter(([name]) => !taken.has(name)))
    return { partner, environment: { ...rest, ...settings, PARTNER: partner } }
  })
}
