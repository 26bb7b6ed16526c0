import type { Plugin } from 'vite'
import { readPartners, readTexts } from './read-texts.ts'
import { textsFile } from './texts-file.ts'

/** Vite: one JSON file of texts per language and partner among the browser's files. JSON is read several times faster than JavaScript, and nobody loads a language that is not theirs. */
export function emitTexts(): Plugin {
  return {
    name: 'emit-texts',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle() {
      for (const partner of Object.keys(readPartners())) {
        for (const [locale, texts] of Object.entries(readTexts(partner))) {
          const { path, content } = textsFile(locale, texts)
          this.emitFile({ type: 'asset', fileName: path, source: content })
        }
      }
    },
  }
}
