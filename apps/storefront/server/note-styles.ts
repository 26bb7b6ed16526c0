import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Beside the folder of the browser's files: which of them has the styles. */
export const STYLES_NOTE = 'styles.json'

/**
 * Vite plug-in: notes the name of the style file for `builtStyles`. The folder alone does not tell it, since the
 * server's build leaves a copy of another name there.
 */
export function noteStyles(): Plugin {
  return {
    name: 'note-styles',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '' }, bundle) {
      const file = Object.keys(bundle).find((name) => name.endsWith('.css'))
      if (file) writeFileSync(join(dir, '..', STYLES_NOTE), JSON.stringify({ file: `/${file}` }))
    },
  }
}
