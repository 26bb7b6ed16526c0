import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { mergeTexts } from './merge-texts.ts'
import { textsFile } from './texts-file.ts'

const folder = join(import.meta.dirname, '../locales')

/** Vite: one JSON file of texts per language among the browser's files. JSON is read several times faster than JavaScript, and nobody loads a language that is not theirs. */
export function emitTexts(): Plugin {
  return {
    name: 'emit-texts',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle() {
      const files = Object.fromEntries(
        globSync('*/**/*.json', { cwd: folder }).map((path) => [
          path.replaceAll('\\', '/'),
          JSON.parse(readFileSync(join(folder, path), 'utf8')),
        ]),
      )
      for (const [locale, texts] of Object.entries(mergeTexts(files))) {
        const { path, content } = textsFile(locale, texts)
        this.emitFile({ type: 'asset', fileName: path, source: content })
      }
    },
  }
}
