import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './operations/tools.ts'

/** The sources of what runs, without tests. */
export const FILES = globSync(
  '{apps/*.ts,apps/*/*.ts,apps/*/src/**/*.ts,apps/{desk,storefront}/{app,server}/**/*.{ts,tsx},packages/*/src/**/*.ts}',
  {
    cwd: root,
    exclude: (path) => /\/(?:testing|node_modules|build)(?:\/|$)|\.test\.tsx?$/.test(path),
  },
)
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .toSorted()
export const source = new Map(FILES.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** Files in which the pattern occurs. */
export const using = (pattern: RegExp) => FILES.filter((file) => pattern.test(source.get(file)!))
/** What the pattern's group matches in any file, without repetitions, sorted. */
export const found = (pattern: RegExp) =>
  [
    ...new Set([...source.values()].flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]!))),
  ].toSorted()
