import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@shop/database/repository-root'
import { build } from 'vite'

/** Bundles the plain server into the folder, as the shop itself is bundled. Answers the file to run. */
export async function buildPlainPage(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(repositoryRoot, 'apps/storefront'),
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
    build: {
      ssr: join(import.meta.dirname, 'plain-page.tsx'),
      outDir: join(folder, 'plain'),
      rolldownOptions: { output: { entryFileNames: 'plain-page.mjs' } },
    },
  })
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'plain/plain-page.mjs')
}
