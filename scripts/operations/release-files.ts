import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './tools.ts'

/** Built programs, and their folders in the artefact. */
const PROGRAMS = {
  'apps/storefront/build': 'storefront',
  'apps/laboratory-api/build': 'laboratory-api',
  'apps/desk/build': 'desk',
  'apps/hl7-gateway/build': 'hl7-gateway',
}
/**
 * What only who tries it out needs: `apps/laboratory-api/demo.ts` with the parties that stand in for others,
 * and something to sell.
 */
const OF_SANDBOX = /\/assets\/demo-[\w-]{8}\.js$|\/files\/catalogue(?:\/|$)/

export interface ReleaseFile {
  /** Where the build has it. */
  from: string
  /** In the unpacked archive. */
  path: string
  /** It is no part of the release, and comes in an archive of its own. */
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
