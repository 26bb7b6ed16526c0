import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../operations/tools.ts'

/** As docs/security/components.md promises: a release without a hole is taken within a quarter, and a look is taken weekly. */
export const MOST_DAYS_BEHIND = 92
export const MOST_DAYS_UNSEEN = 7
const DAY = 86_400_000

/** A package of ours that its makers have a newer release of, and the day from which on. */
export interface Behind {
  name: string
  version: string
  newer: string
  since: string
  /** Another package of others that asks for exactly this version: a newer one would lie beside it. */
  heldBy: string | null
}

/** A package of others that runs in production, and the newest release of its makers, which we have not taken. */
export interface Newer {
  name: string
  version: string
  newer: string
}

/** What the last look at the packages found, kept as docs/security/components.json. */
export interface Look {
  looked: string
  /** Of names and versions in the lock file, so that a look is known to be of this one. */
  packages: string
  behind: Behind[]
  /** Of all that runs in production, also what our packages need in turn. */
  running: Newer[]
}

interface Locked {
  version?: string
  dev?: boolean
  link?: boolean
  deprecated?: string
  dependencies?: Record<string, string>
}
interface Found {
  current?: string
  /** The newest that whoever needs it takes. */
  wanted?: string
  latest: string
  location?: string
}
/** As `npm outdated --json` answers. */
export type Outdated = Record<string, Found | Found[]>

export const RECORD = join(root, 'docs/security/components.json')

export function lockedPackages(): [path: string, Locked][] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = Object.entries(lock.packages as Record<string, Locked>)
  return packages.filter(([path]) => path.includes('node_modules/'))
}

export function digestOfPackages(): string {
  const names = lockedPackages().map(([path, { version }]) => `${path}@${version}`)
  return createHash('sha256').update(names.toSorted().join('\n')).digest('hex')
}

/** Who among the packages of others asks for exactly this version. */
export function holderOf(name: string, version: string): string | null {
  const holder = lockedPackages().find(([, { dependencies }]) => dependencies?.[name] === version)
  return holder ? holder[0].split('node_modules/').at(-1)! : null
}

/** Packages that their makers have given up. */
export const deprecatedPackages = () =>
  lockedPackages().flatMap(([path, { deprecated }]) => (deprecated ? [`${path}: ${deprecated}`] : []))

const STABLE = /^(\d+)\.(\d+)\.(\d+)$/
/** Sorts stable versions; what is none comes before all. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [STABLE.exec(one), STABLE.exec(other.replace(/[-+].*$/, ''))]
  if (!a || !b) return false
  for (const part of [1, 2, 3]) if (a[part] !== b[part]) return Number(a[part]) > Number(b[part])
  return false
}

/** Names whose newest release is newer than ours: a tag may lag behind what is published under another. */
export function namesBehind(outdated: Outdated): { name: string; version: string; latest: string }[] {
  return Object.entries(outdated).flatMap(([name, found]) => {
    const { current, latest } = [found].flat()[0]!
    return current && isNewer(latest, current) ? [{ name, version: current, latest }] : []
  })
}

/** Since when there has been anything newer: `times` as `npm view <name> time` answers it. */
export function behindSince(
  { name, version, latest }: { name: string; version: string; latest: string },
  times: Readonly<Record<string, string>>,
): Behind {
  const since = Object.entries(times)
    .filter(([newer]) => isNewer(newer, version))
    .map(([, time]) => time)
    .toSorted()[0]
  return {
    name,
    version,
    newer: latest,
    since: (since ?? times[latest] ?? '').slice(0, 10),
    heldBy: holderOf(name, version),
  }
}

/**
 * A line for each package that was behind for longer than promised when it was looked at, or of which nobody
 * knows since when.
 */
export function tooFarBehind({ looked, behind }: Look): string[] {
  const daysOf = ({ since }: Behind) => (Date.parse(looked) - Date.parse(since)) / DAY
  return behind
    .filter((one) => !one.heldBy && !(daysOf(one) <= MOST_DAYS_BEHIND))
    .map(
      ({ name, version, newer, since }) => `${name} ${version}: ${newer} is there, newer ones since ${since}`,
    )
}

export const readLook = (): Look => JSON.parse(readFileSync(RECORD, 'utf8'))

/** Why the last look does not count for a release made now; null: it does. */
export function outdatedLook(look: Look, now: Date): string | null {
  if (look.packages !== digestOfPackages()) return 'the packages have changed since they were looked at'
  const days = Math.floor((now.getTime() - Date.parse(look.looked)) / DAY)
  return days > MOST_DAYS_UNSEEN ? `the packages were looked at ${days} days ago` : null
}
