import type { Plugin } from 'vite'
import { readPartners, readTexts } from './read-texts.ts'
import { textsFile } from './texts-file.ts'

const TEXTS_FILE = /^\/assets\/texts-/

function allFiles() {
  return Object.keys(readPartners()).flatMap((partner) =>
    Object.entries(readTexts(partner)).map(([locale, texts]) => textsFile(locale, texts)),
  )
}

/** Vite: one JSON file of texts per language and partner among the browser's files. JSON is read several times faster than JavaScript, and nobody loads a language that is not theirs. */
export function emitTexts(): Plugin {
  return {
    name: 'emit-texts',
    applyToEnvironment: (environment) => environment.name === 'client',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file =
          TEXTS_FILE.test(request.url ?? '') && allFiles().find(({ path }) => `/${path}` === request.url)
        if (!file) return next()
        response.setHeader('Content-Type', 'application/json')
        response.end(file.content)
      })
    },
    generateBundle() {
      for (const { path, content } of allFiles()) {
        this.emitFile({ type: 'asset', fileName: path, source: content })
      }
    },
  }
}
