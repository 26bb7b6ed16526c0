import { join } from 'node:path'
import type { Plugin } from 'vite'

const REPLACED: Readonly<Record<string, string>> = {
  i18next: 'browser/i18next.ts',
  'react-i18next': 'browser/react-i18next.tsx',
}

/** Vite: the browser's bundle gets its own small i18next; the server keeps the packages. */
export function browserI18n(): Plugin {
  return {
    name: 'browser-i18n',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source) =>
      Object.hasOwn(REPLACED, source) ? join(import.meta.dirname, REPLACED[source]!) : undefined,
  }
}
