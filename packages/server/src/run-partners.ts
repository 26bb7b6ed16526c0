import type { IncomingMessage } from 'node:http'
import { OWN_SERVER_HEADER, PARTNER_HEADER } from '@shop/contract/main-api-client'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { isHealth, notReady } from './health.ts'
import { asPartner } from './metrics.ts'
import { type MigrationSettings, withVaultForMigration } from './migration-settings.ts'
import { isOwnServer, type OwnSecrets } from './own-server.ts'
import { readPartnersFile } from './partners-file.ts'
import type { Program, Served } from './run.ts'
import { type Environment, ownEnvironment, type ServerSettings, SettingsError } from './settings.ts'
import { withVault } from './vault.ts'

/** A program that serves one partner; many of it may be open in one process. */
export interface PartnerProgram<Settings, Migration = unknown>
  extends Omit<Program<Settings, Migration>, 'readSettings' | 'readForMigration'> {
  readSettings(environment: Environment): Settings & { server: ServerSettings }
  /** What `migrate` alone needs, and no secret but the database's. */
  readForMigration(environment: Environment): Migration & { server: MigrationSettings }
  /** What each partner in the file has to name. */
  neededOf(environment: Environment): readonly string[]
  /** The addresses by which requests come to it. */
  addressesOf(settings: Settings): string[]
  /** By these a call proves to come from the shop's own server, which may name the partner; else the host alone does. */
  secretsOf?(settings: Settings): OwnSecrets | undefined
}

/** One partner's part of a process. */
export interface ServedPartner {
  partner: string
  /** The addresses by which requests come to it. */
  addresses: readonly string[]
  /** By these a call proves to come from the shop's own server, which may name the partner; without, the host alone does. */
  secrets?: OwnSecrets | undefined
  served: Served
}

/** As browsers send it: without the port that belongs to the scheme. */
const hostOf = (address: string) => new URL(address).host
const spelt = (host: string | undefined) => host?.toLowerCase().replace(/:(?:80|443)$/, '')

/** What is told to who comes for a partner that is not served: no other stands in for it. */
export const misdirected = () => new Response('this partner is not served here', { status: 421 })

/** What partners have by their hosts. Throws `SettingsError` where two have the same. */
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

/** Hands each request to the partner whose it is, by its host; a host that is nobody's gets 421. */
export function servePartners(partners: readonly ServedPartner[]): Served {
  const hosts = byHost(partners)
  const byName = new Map(partners.map((one) => [one.partner, one]))

  function find(host: string | undefined, header: (name: string) => string | undefined) {
    const name = header(PARTNER_HEADER)
    if (name === undefined) return hosts.get(spelt(host) ?? '')
    // Not proven, it is not the host's either: the shop's own server with a wrong secret must not come to another partner.
    const named = byName.get(name)
    return named?.secrets && isOwnServer(header(OWN_SERVER_HEADER), named.secrets) ? named : undefined
  }
  const busyOf = ({ headers }: IncomingMessage) =>
    find(headers.host, (name) => headers[name] as string | undefined)?.served.busy

  const app = new Hono()
  app.all('*', async (c) => {
    const header = (name: string) => c.req.header(name)
    // A request that no connection brought has its host in the address.
    const found = find(header('host') ?? new URL(c.req.url).host, header)
    if (found) return asPartner(found.partner, () => found.served.app.fetch(c.req.raw, c.env))
    // A balancer asks by the machine's address, and for all of them.
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

/** Reads the settings of each partner, and complains of all of them at once, by name; null: there is one partner alone. */
async function readAll<Settings>(
  { neededOf }: Pick<PartnerProgram<unknown>, 'neededOf'>,
  environment: Environment,
  read: (environment: Environment) => Promise<Settings>,
) {
  const several = readPartnersFile(environment, neededOf(environment))
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

/** Opens each partner's own, one after the other, and closes what is open should one fail. */
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

/** The program for the one partner of `PARTNER`, or in one process for all of `PARTNERS_FILE`, told apart by their hosts. */
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
