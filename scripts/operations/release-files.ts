import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './tools.ts'

/** The built programs and their folders in the artefact. */
const PROGRAMS = {
  'apps/storefront/build': 'storefront',
  'apps/laboratory-api/build': 'laboratory-api',
  'apps/desk/build': 'desk',
  'apps/hl7-gateway/build': 'hl7-gateway',
}
/**
 * Only needed to try the release out: `apps/laboratory-api/demo.ts` with the stand-ins for other parties,
 * and something to sell.
 */
const OF_SANDBOX = /\/assets\/demo-[\w-]{8}\.js$|\/files\/catalogue(?:\/|$)/

export interface ReleaseFile {
  /** Path in the build. */
  from: string
  /** Path in the unpacked archive. */
  path: string
  /** Not part of the release, but of a separate archive. */
  isOfSandbox: boolean
}

/** The files of the built programs that are packed. */
export const releaseFiles = (): ReleaseFile[] =>
  Object.entries(PROGRAMS).flatMap(([from, to]) =>
    readdirSync(join(root, from), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map') && entry.name !== '.built')
      .map((entry) => {
        const file = join(entry.parentPath, entry.name)
        const path = join(to, relative(join(root, from), file))
        return { from: file, path, isOfSandbox: OF_SANDBOX.test(path) }
      }),
  )
