import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../operations/tools.ts'
import { isNewer, lockedPackages, type Newer, type Outdated } from './look-at-components.ts'

/** What a person found in the releases that were not taken, kept as docs/security/components-held.json. */
interface Held {
  looked: string
  /** Name and version of each, with the newest release that was read. */
  read: { packages: Record<string, string>; why: string }[]
  /** Names of packages required by a package that runs, of which nothing gets into a release. */
  inNoRelease: string[]
}

const HELD = 'docs/security/components-held.json'
export const readHeld = (): Held => JSON.parse(readFileSync(join(root, HELD), 'utf8'))

/** Of all that `npm outdated --all` lists: what runs in production, including indirect dependencies. */
export function newerOfRunning(outdated: Outdated): Newer[] {
  const locked = new Map(lockedPackages())
  const found = Object.entries(outdated).flatMap(([name, entries]) =>
    [entries].flat().flatMap(({ current, wanted, latest, location }) => {
      const place = location && locked.get(relative(root, location))
      if (!current || !place || place.dev || place.link) return []
      const newer = wanted && isNewer(wanted, latest) ? wanted : latest
      return isNewer(newer, current) ? [{ name, version: current, newer }] : []
    }),
  )
  const byName = new Map(found.map((one) => [`${one.name}@${one.version}`, one]))
  return [...byName.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
}

/** A line for each newer release that no one has read, and for each note on a package that is no longer behind. */
export function unread(running: readonly Newer[], { read, inNoRelease }: Held): string[] {
  const packages = new Map(read.flatMap((one) => Object.entries(one.packages)))
  const left = running.filter(({ name }) => !inNoRelease.includes(name))
  const known = new Set(left.map(({ name, version }) => `${name}@${version}`))
  return [
    ...left
      .filter(({ name, version, newer }) => packages.get(`${name}@${version}`) !== newer)
      .map(({ name, version, newer }) => `${name} ${version}: no one has reviewed the fixes in ${newer}`),
    ...[...packages.keys()].filter((key) => !known.has(key)).map((key) => `${key} is not behind`),
    ...inNoRelease
      .filter((name) => !running.some((one) => one.name === name))
      .map((name) => `${name} is not behind`),
  ]
}

const NAME = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/

/**
 * Names of the packages in a release: those of `files`, and those that the builds include according to their source
 * maps.
 */
export function packagesOf(files: readonly string[]): Set<string> {
  const sources = globSync('apps/*/build/**/*.map', { cwd: root }).flatMap(
    (map) => (JSON.parse(readFileSync(join(root, map), 'utf8')) as { sources: string[] }).sources,
  )
  return new Set([...files, ...sources].flatMap((path) => NAME.exec(path)?.[1] ?? []))
}
