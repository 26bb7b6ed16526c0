import type { IncomingMessage } from 'node:http'
import { OWN_SERVER_HEADER, PARTNER_HEADER } from '@shop/contract/main-api-client'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { isHealth, notReady } from './health.ts'
import { asPartner } from './metrics.ts'
import { type MigrationSettings, withVaultForMigration } from './migration-settings.ts'
import { isOwnServer, type OwnSecrets } from './own-server.ts'
import { type PartnerSettings, readPartnersFile } from './partners-file.ts'
import type { Program, Served } from './run.ts'
import { type Environment, ownEnvironment, type ServerSettings, SettingsError } from './settings.ts'
import { withVault } from './vault.ts'

/** A program that serves one partner; several of it may be open in one process. */
export interface PartnerProgram<Settings, Migration = unknown>
  extends Omit<Program<Settings, Migration>, 'readSettings' | 'readForMigration'> {
  readSettings(environment: Environment): Settings & { server: ServerSettings }
  /** What only `migrate` needs, and no secret but the database's. */
  readForMigration(environment: Environment): Migration & { server: MigrationSettings }
  /** The settings, of this program and of those beside it, that may be in the partners' file. */
  partnerSettings: PartnerSettings
  /** The settings that each partner in the file must have. */
  neededOf(environment: Environment): readonly string[]
  /** The addresses at which it receives requests. */
  addressesOf(settings: Settings): string[]
  /**
   * With these a call proves that it is from the shop's own server, which may name the partner; otherwise only the
   * host counts.
   */
  secretsOf?(settings: Settings): OwnSecrets | undefined
}

/** One partner's part of a process. */
export interface ServedPartner {
  partner: string
  /** The addresses at which it receives requests. */
  addresses: readonly string[]
  /**
   * With these a call proves that it is from the shop's own server, which may name the partner; without them only
   * the host counts.
   */
  secrets?: OwnSecrets | undefined
  served: Served
}

/** As sent by browsers: without the default port of the scheme. */
const hostOf = (address: string) => new URL(address).host
const spelt = (host: string | undefined) => host?.toLowerCase().replace(/:(?:80|443)$/, '')

/** The answer to a request for a partner that is not served: no other partner stands in for it. */
export const misdirected = () => new Response('this partner is not served here', { status: 421 })

/** The partners by their hosts. Throws `SettingsError` if two have the same host. */
function byHost<One extends Pick<ServedPartner, 'partner' | 'addresses'>>(partners: readonly One[]) {
  const found = new Map<string, One>()
  const problems = new Set<string>()
  for (const one of partners) {
    for (const host of one.addresses.map(hostOf)) {
      const other = found.get(host)
      if (other && other !== one)
        problems.add(`PARTNERS_FILE: ${host}: a host of ${other.partner} and of ${one.partner}`)
      found.set(host, one)
    }
  }
  if (problems.size > 0) throw new SettingsError([...problems])
  return found
}

/** Passes each request to its partner, by its host; a host without a partner gets 421. */
export function servePartners(partners: readonly ServedPartner[]): Served {
  const hosts = byHost(partners)
  const byName = new Map(partners.map((one) => [one.partner, one]))

  function find(host: string | undefined, header: (name: string) => string | undefined) {
    const name = header(PARTNER_HEADER)
    if (name === undefined) return hosts.get(spelt(host) ?? '')
    // Without a proof the host does not count either: the shop's own server with a wrong secret must not reach
    // another partner.
    const named = byName.get(name)
    return named?.secrets && isOwnServer(header(OWN_SERVER_HEADER), named.secrets) ? named : undefined
  }
  const busyOf = ({ headers }: IncomingMessage) =>
    find(headers.host, (name) => headers[name] as string | undefined)?.served.busy

  const app = new Hono()
  app.all('*', async (c) => {
    const header = (name: string) => c.req.header(name)
    // A request without a connection has its host in the address.
    const found = find(header('host') ?? new URL(c.req.url).host, header)
    if (found) return asPartner(found.partner, () => found.served.app.fetch(c.req.raw, c.env))
    // A load balancer uses the machine's address, and asks for all partners.
    if (c.req.method !== 'GET' || !isHealth(c.req.path)) return misdirected()
    const answers = await Promise.all(partners.map(({ served }) => served.app.request(c.req.path)))
    return answers.every(({ ok }) => ok) ? c.text('ok') : notReady('database')
  })
  const counts = partners.find(({ served }) => served.busy)?.served.busy
  return {
    app,
    ...(counts
      ? {
          busy: {
            answer: async (request, seconds) => busyOf(request)?.answer(request, seconds) ?? misdirected(),
            addressOf: (request) => (busyOf(request) ?? counts).addressOf(request),
            kindOf: counts.kindOf,
          } satisfies Served['busy'],
        }
      : {}),
    addresses: partners.flatMap(({ partner, served }) =>
      served.addresses.map(([label, address]): [string, string] => [`${partner}: ${label}`, address]),
    ),
    async close() {
      await Promise.all(partners.map(({ served }) => served.close()))
    },
  }
}

interface One<Settings> {
  partner: string
  settings: Settings
}
interface Several<Settings, Server> {
  server: Server
  partners: One<Settings>[]
}

/** Reads the settings of each partner, and reports all problems together, by name; null: there is only one partner. */
async function readAll<Settings>(
  { partnerSettings, neededOf }: Pick<PartnerProgram<unknown>, 'partnerSettings' | 'neededOf'>,
  environment: Environment,
  read: (environment: Environment) => Promise<Settings>,
) {
  const several = readPartnersFile(environment, partnerSettings, neededOf(environment))
  if (!several) return null
  const problems: string[] = []
  const partners: One<Settings>[] = []
  for (const { partner, environment: own } of several) {
    try {
      partners.push({ partner, settings: await read(own) })
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      problems.push(...error.lines.map((line) => `PARTNERS_FILE: ${partner}: ${line}`))
    }
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return partners
}

/** Opens the partners one after the other, and closes those already open if one fails. */
async function openAll<Settings>(
  program: Pick<PartnerProgram<Settings>, 'addressesOf' | 'secretsOf' | 'open'>,
  partners: readonly One<Settings>[],
  logger: Logger,
): Promise<Served> {
  const opened: ServedPartner[] = []
  try {
    for (const { partner, settings } of partners) {
      opened.push({
        partner,
        addresses: program.addressesOf(settings),
        secrets: program.secretsOf?.(settings),
        served: await asPartner(partner, () => program.open(settings, logger.child({ partner }))),
      })
    }
  } catch (error) {
    await Promise.all(opened.map(({ served }) => served.close()))
    throw error
  }
  return servePartners(opened)
}

/**
 * The program for the one partner of `PARTNER`, or in one process for all of `PARTNERS_FILE`, distinguished by
 * their hosts.
 */
export function forPartners<Settings extends object, Migration extends object>(
  program: PartnerProgram<Settings, Migration>,
  environment = ownEnvironment(),
): Program<Several<Settings, ServerSettings> | Settings, Several<Migration, MigrationSettings> | Migration> {
  const partnersOf = <Own extends object>(settings: Several<Own, unknown> | Own) =>
    'partners' in settings ? (settings as Several<Own, unknown>).partners : null
  const read = async (own: Environment) => program.readSettings(await withVault(own))
  const readForMigration = async (own: Environment) =>
    program.readForMigration(await withVaultForMigration(own))
  return {
    name: program.name,
    async readSettings() {
      const partners = await readAll(program, environment, read)
      if (!partners) return read(environment)
      byHost(partners.map(({ partner, settings }) => ({ partner, addresses: program.addressesOf(settings) })))
      return { server: partners[0]!.settings.server, partners }
    },
    async readForMigration() {
      const partners = await readAll(program, environment, readForMigration)
      if (!partners) return readForMigration(environment)
      return { server: partners[0]!.settings.server, partners }
    },
    async prepare(settings) {
      const partners = partnersOf(settings)
      if (!partners) return program.prepare(settings as Settings)
      for (const one of partners) await program.prepare(one.settings)
    },
    async migrate(settings) {
      const partners = partnersOf(settings)
      if (!partners) return program.migrate(settings as Migration)
      const due: string[] = []
      for (const one of partners) {
        const names = await program.migrate(one.settings)
        due.push(...names.map((name) => `${one.partner}: ${name}`))
      }
      return due
    },
    async open(settings, logger) {
      const partners = partnersOf(settings)
      if (!partners) return program.open(settings as Settings, logger)
      return openAll(program, partners, logger)
    },
  }
}
