import { type Environment, ownAddress, readListening, SECRETS } from './settings.ts'

const LOOPBACK = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/
/** What node-postgres takes for a connection with TLS whose certificate is checked. */
const TLS_MODES = ['require', 'verify-ca', 'verify-full']

function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname)
}

/**
 * Whether other machines can reach the program: by what it listens on, or by an address it is known by. Then nothing of the
 * sandbox is accepted, and nothing that travels in the clear.
 */
export function isProduction(
  { NODE_ENV = 'production' }: Environment,
  addresses: readonly (string | undefined)[],
): boolean {
  return NODE_ENV === 'production' && !addresses.every((address) => !address || isLoopback(address))
}

/** A complaint for each address of our own, by its setting's name, that people would open in the clear. */
export function plainAddresses(addresses: Readonly<Record<string, string>>): string[] {
  return Object.entries(addresses)
    .filter(([, address]) => !address.startsWith('https:'))
    .map(([name]) => `${name}: production refuses plain http, https:// is expected`)
}

/** A complaint where other machines come in the clear, and nothing but TLS of our own would encrypt it. */
export function plainListening(environment: Environment, port: number): string[] {
  const { address, metricsAddress, isNetworkEncrypted } = readListening(environment, port)
  if (isNetworkEncrypted) return []
  return Object.entries({ HOST: address, METRICS_HOST: metricsAddress })
    .filter(([, at]) => at?.startsWith('http:') && !isLoopback(at))
    .map(
      ([name]) =>
        `${name}: production refuses plain http from other machines, TLS_CERT_FILE and TLS_KEY_FILE are expected, or NETWORK_ENCRYPTED=true`,
    )
}

/** A complaint for each secret that is given to a process which has no use for it: what it cannot read nobody takes from it. */
export function foreignSecrets(environment: Environment, own: readonly string[]): string[] {
  return SECRETS.filter(
    (name) => !own.includes(name) && (environment[name] || environment[`${name}_FILE`]),
  ).map((name) => `${name}: production refuses a secret that this process does not need`)
}

/** As `isProduction`, of any program, as far as its settings without secrets tell. */
export function isReachedByOthers(environment: Environment): boolean {
  const { HOST, PUBLIC_URL, API_PUBLIC_URL, API_ROOT, DESK_URL } = environment
  return isProduction(environment, [ownAddress({ HOST }, 0), PUBLIC_URL, API_PUBLIC_URL, API_ROOT, DESK_URL])
}

/**
 * Names of secrets that stand in the environment itself, which a child and a dump show too: none where other
 * machines cannot come.
 */
export function secretsInSight(environment: Environment): string[] {
  return isReachedByOthers(environment) ? SECRETS.filter((name) => environment[name]) : []
}

/**
 * Since its release of 2026-10-21 Node has no known hole that others can reach: before, an answer compressed
 * with Brotli ran code (CVE-2026-111497).
 */
export const SOUND_NODE = '26.12.1'

/** The Node that a program runs on, where other machines can reach it and holes of that Node are known; null: it is sound. */
export function unsoundNode(environment: Environment, version = process.versions.node): string | null {
  const isOlder = version.localeCompare(SOUND_NODE, 'en', { numeric: true }) < 0
  return isOlder && isReachedByOthers(environment) ? version : null
}

/** A complaint for each address of another party that we would speak to in the clear; on the own machine nobody listens. */
export function plainConnections(addresses: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(addresses).flatMap(([name, address]) => {
    const expected = address === undefined || isLocal(address) ? null : missingTls(new URL(address))
    return expected ? [`${name}: production refuses a connection without TLS, ${expected} is expected`] : []
  })
}

/**
 * A complaint for each database elsewhere that is opened by a password in its address, which stays until somebody changes it: a
 * certificate is expected, or that a machine changes the password.
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
        `${name}: production refuses a password that stays, sslcert= and sslkey= are expected, or DATABASE_PASSWORD_ROTATED=true`,
    )
}

/** A socket of the own machine has no host. */
export function isLocal(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === '' ? true : isLoopback(address)
}

/** What a secure address would look like; null: it is one. */
function missingTls({ protocol, searchParams }: URL): string | null {
  if (protocol === 'smtp:') {
    return searchParams.get('requireTLS') === 'true' ? null : 'smtps://, or smtp://…?requireTLS=true'
  }
  if (protocol.startsWith('postgres')) {
    return TLS_MODES.includes(searchParams.get('sslmode') ?? '') ? null : '?sslmode=verify-full'
  }
  return protocol === 'http:' ? 'https://' : null
}
