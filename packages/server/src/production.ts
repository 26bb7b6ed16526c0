import {
  type Environment,
  ownAddress,
  readListening,
  SANDBOX_CLIENT_ADDRESS_SECRET,
  SECRETS,
} from './settings.ts'

const LOOPBACK = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/
/** The modes that node-postgres takes as TLS with a checked certificate. */
const TLS_MODES = ['require', 'verify-ca', 'verify-full']

function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname)
}

/**
 * Whether other machines can reach the program: by the address that it listens on, or by one that it is known by.
 * Then nothing of the sandbox is accepted, and nothing is sent unencrypted.
 */
export function isProduction(
  { NODE_ENV = 'production' }: Environment,
  addresses: readonly (string | undefined)[],
): boolean {
  return NODE_ENV === 'production' && !addresses.every((address) => !address || isLoopback(address))
}

/** A complaint for each of our own addresses, by its setting's name, that people would open unencrypted. */
export function plainAddresses(addresses: Readonly<Record<string, string>>): string[] {
  return Object.entries(addresses)
    .filter(([, address]) => !address.startsWith('https:'))
    .map(([name]) => `${name}: production refuses plain http; https:// is expected`)
}

/** A complaint if other machines connect unencrypted and only TLS of our own could encrypt it. */
export function plainListening(environment: Environment, port: number): string[] {
  const { address, metricsAddress, isNetworkEncrypted } = readListening(environment, port)
  if (isNetworkEncrypted) return []
  return Object.entries({ HOST: address, METRICS_HOST: metricsAddress })
    .filter(([, at]) => at?.startsWith('http:') && !isLoopback(at))
    .map(
      ([name]) =>
        `${name}: production refuses plain http from other machines; TLS_CERT_FILE and TLS_KEY_FILE are expected, or NETWORK_ENCRYPTED=true`,
    )
}

/**
 * A complaint for each secret given to a process that has no use for it: no one can steal from a process what it
 * does not have.
 */
export function foreignSecrets(environment: Environment, own: readonly string[]): string[] {
  return SECRETS.filter(
    (name) => !own.includes(name) && (environment[name] || environment[`${name}_FILE`]),
  ).map((name) => `${name}: production refuses a secret that this process does not need`)
}

/** A complaint for each secret, by its setting's name, that is still one of those with which everything is tried out. */
export function defaultSecrets(
  secrets: Readonly<Record<string, readonly string[]>>,
  defaults: readonly string[] = [SANDBOX_CLIENT_ADDRESS_SECRET],
): string[] {
  return Object.entries(secrets)
    .filter(([, values]) => values.some((value) => defaults.includes(value)))
    .map(([name]) => `${name}: production refuses the default secret`)
}

/** As `isProduction`, for any program, as far as its non-secret settings show. */
export function isReachedByOthers(environment: Environment): boolean {
  const { HOST, PUBLIC_URL, API_PUBLIC_URL, API_ROOT, DESK_URL } = environment
  return isProduction(environment, [ownAddress({ HOST }, 0), PUBLIC_URL, API_PUBLIC_URL, API_ROOT, DESK_URL])
}

/**
 * Names of secrets that are in the environment itself, where child processes and dumps also show them; empty if
 * other machines cannot connect.
 */
export function secretsInSight(environment: Environment): string[] {
  return isReachedByOthers(environment) ? SECRETS.filter((name) => environment[name]) : []
}

/**
 * Since its release of 2026-10-21 Node has no known hole that others can reach: before that, an answer compressed
 * with Brotli could run code (CVE-2026-111497).
 */
export const SOUND_NODE = '26.12.1'

/**
 * The version of Node that the program runs on, if other machines can reach it and that version has known holes;
 * null: it is sound.
 */
export function unsoundNode(environment: Environment, version = process.versions.node): string | null {
  const isOlder = version.localeCompare(SOUND_NODE, 'en', { numeric: true }) < 0
  return isOlder && isReachedByOthers(environment) ? version : null
}

/**
 * A complaint for each address of another party to which a connection would be unencrypted; on the same machine no
 * one can listen in.
 */
export function plainConnections(addresses: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(addresses).flatMap(([name, address]) => {
    const expected = address === undefined || isLocal(address) ? null : missingTls(new URL(address))
    return expected ? [`${name}: production refuses a connection without TLS; ${expected} is expected`] : []
  })
}

/**
 * A complaint for each remote database whose address has a password, which stays until somebody changes it:
 * expected is a certificate, or a password that is changed automatically.
 */
export function fixedPasswords(
  addresses: Readonly<Record<string, string | undefined>>,
  isRotated: boolean,
): string[] {
  if (isRotated) return []
  return Object.entries(addresses)
    .filter(([, address]) => address && !isLocal(address) && new URL(address).password !== '')
    .map(
      ([name]) =>
        `${name}: production refuses a permanent password; sslcert= and sslkey= are expected, or DATABASE_PASSWORD_ROTATED=true`,
    )
}

/** A socket of the same machine has no host. */
export function isLocal(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === '' ? true : isLoopback(address)
}

/** What a secure address would look like; null: it is secure. */
function missingTls({ protocol, searchParams }: URL): string | null {
  if (protocol === 'smtp:') {
    return searchParams.get('requireTLS') === 'true' ? null : 'smtps://, or smtp://…?requireTLS=true'
  }
  if (protocol.startsWith('postgres')) {
    return TLS_MODES.includes(searchParams.get('sslmode') ?? '') ? null : '?sslmode=verify-full'
  }
  return protocol === 'http:' ? 'https://' : null
}
