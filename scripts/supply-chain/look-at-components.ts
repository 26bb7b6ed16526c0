import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../operations/tools.ts'

/**
 * As docs/security/components.md promises: releases without security fixes are taken within a quarter; the check is
 * weekly.
 */
export const MOST_DAYS_BEHIND = 92
const MOST_DAYS_UNSEEN = 7
const DAY = 86_400_000

/** A direct dependency with a newer release, and the day since which there has been one. */
export interface Behind {
  name: string
  version: string
  newer: string
  since: string
  /** Another third-party package that requires exactly this version: a newer one would be installed beside it. */
  heldBy: string | null
}

/** A third-party package that runs in production, and its newest release, which we have not taken. */
export interface Newer {
  name: string
  version: string
  newer: string
}

/** What the last check of the packages found, kept as docs/security/components.json. */
export interface Look {
  looked: string
  /** Digest of names and versions in the lock file, which shows whether the check covered this one. */
  packages: string
  behind: Behind[]
  /** Of all that runs in production, including indirect dependencies. */
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
  /** The newest version that its dependants accept. */
  wanted?: string
  latest: string
  location?: string
}
/** What `npm outdated --json` returns. */
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

/** The third-party package that requires exactly this version. */
export function holderOf(name: string, version: string): string | null {
  const holder = lockedPackages().find(([, { dependencies }]) => dependencies?.[name] === version)
  return holder ? holder[0].split('node_modules/').at(-1)! : null
}

/** Packages that their authors have deprecated. */
export const deprecatedPackages = () =>
  lockedPackages().flatMap(([path, { deprecated }]) => (deprecated ? [`${path}: ${deprecated}`] : []))

const STABLE = /^(\d+)\.(\d+)\.(\d+)$/
/** Compares stable versions; anything else is never newer. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [STABLE.exec(one), STABLE.exec(other.replace(/[-+].*$/, ''))]
  if (!a || !b) return false
  for (const part of [1, 2, 3]) if (a[part] !== b[part]) return Number(a[part]) > Number(b[part])
  return false
}

/** Names whose newest release is newer than ours: a tag may be older than a release under another tag. */
export function namesBehind(outdated: Outdated): { name: string; version: string; latest: string }[] {
  return Object.entries(outdated).flatMap(([name, found]) => {
    const { current, latest } = [found].flat()[0]!
    return current && isNewer(latest, current) ? [{ name, version: current, latest }] : []
  })
}

/** The day since which there has been a newer release; `times` as returned by `npm view <name> time`. */
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
 * A line for each package that had been behind for longer than promised when it was checked, or for an unknown
 * time.
 */
export function tooFarBehind({ looked, behind }: Look): string[] {
  const daysOf = ({ since }: Behind) => (Date.parse(looked) - Date.parse(since)) / DAY
  return behind
    .filter((one) => !one.heldBy && !(daysOf(one) <= MOST_DAYS_BEHIND))
    .map(
      ({ name, version, newer, since }) =>
        `${name} ${version}: ${newer} is available, newer versions since ${since}`,
    )
}

export const readLook = (): Look => JSON.parse(readFileSync(RECORD, 'utf8'))

/** Why the last check does not count for a release made now; null if it does. */
export function outdatedLook(look: Look, now: Date): string | null {
  if (look.packages !== digestOfPackages()) return 'the packages have changed since they were last reviewed'
  const days = Math.floor((now.getTime() - Date.parse(look.looked)) / DAY)
  return days > MOST_DAYS_UNSEEN ? `the packages were last reviewed ${days} days ago` : null
}
