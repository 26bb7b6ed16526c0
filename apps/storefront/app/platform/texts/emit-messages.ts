import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Partner } from '@shop/contract/partner'
import { LOCALES } from '@shop/domain/locale'
import { pageMessages } from '@shop/texts/compiled-messages'
import type { Plugin } from 'vite'
import { messagesFile } from './messages-file.ts'

const partnersFolder = join(import.meta.dirname, '../../../../../partners')

/** Every partner by its path segment, as written in its file. */
export function readPartners(): Record<string, Partner> {
  const files = globSync('*/partner.json', { cwd: partnersFolder })
  return Object.fromEntries(
    files.map((path) => [dirname(path), JSON.parse(readFileSync(join(partnersFolder, path), 'utf8'))]),
  )
}

const MESSAGES_FILE = /^\/assets\/texts-/

function allFiles() {
  return Object.entries(readPartners()).flatMap(([slug, partner]) =>
    LOCALES.map((locale) => messagesFile(locale, pageMessages(locale, slug, partner))),
  )
}

/**
 * Vite plug-in: emits one JSON file of messages per language and partner with the browser's files. JSON is parsed
 * several times faster than JavaScript, and each browser loads only its own language.
 */
export function emitMessages(): Plugin {
  return {
    name: 'emit-messages',
    applyToEnvironment: (environment) => environment.name === 'client',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file =
          MESSAGES_FILE.test(request.url ?? '') && allFiles().find(({ path }) => `/${path}` === request.url)
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
