import type { Environment } from './settings.ts'

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

/** A complaint for each address of another party that we would speak to in the clear; on the own machine nobody listens. */
export function plainConnections(addresses: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(addresses).flatMap(([name, address]) => {
    const expected = address === undefined || isLocal(address) ? null : missingTls(new URL(address))
    return expected ? [`${name}: production refuses a connection without TLS, ${expected} is expected`] : []
  })
}

/** A socket of the own machine has no host. */
function isLocal(address: string): boolean {
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
