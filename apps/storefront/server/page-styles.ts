import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { PageStyles } from '../app/platform/texts/use-texts.ts'
import { STYLES_NOTE } from './note-styles.ts'
import { clientFiles } from './static-files.ts'

const noteSchema = z.object({ file: z.string() })

interface BuiltStyles extends PageStyles {
  /** For the Content-Security-Policy: `sha256-…`. */
  source: string
}

/** The single style file that the build made, for pages that embed it. */
export function builtStyles(): BuiltStyles {
  const { file } = noteSchema.parse(JSON.parse(readFileSync(join(clientFiles, '..', STYLES_NOTE), 'utf8')))
  const text = readFileSync(join(clientFiles, file), 'utf8').trim()
  return { file, text, source: `sha256-${createHash('sha256').update(text).digest('base64')}` }
}
