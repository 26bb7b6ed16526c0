import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import type { PageStyles } from '../app/platform/texts/use-texts.ts'
import { clientFiles } from './static-files.ts'

interface BuiltStyles extends PageStyles {
  /** For the Content-Security-Policy: `sha256-…`. */
  source: string
}

/** The single style file that the build made, for pages that embed it. */
export function builtStyles({ assets }: ServerBuild): BuiltStyles {
  const [file] = assets.routes.root?.css ?? []
  if (!file) throw new Error('The build has no styles')
  const text = readFileSync(join(clientFiles, file), 'utf8').trim()
  return { file, text, source: `sha256-${createHash('sha256').update(text).digest('base64')}` }
}
