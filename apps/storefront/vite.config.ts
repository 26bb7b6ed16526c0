import { basename } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { SERVER_OUTPUT, withoutLanguagesOfZod } from '../../scripts/server-output.ts'
import { emitMessages } from './app/platform/texts/emit-messages.ts'
import { noteStyles } from './server/note-styles.ts'

// Native add-ons and packages that read their own files cannot be bundled.
const EXTERNAL = ['@electric-sql/pglite', '@node-rs/argon2', 'piscina']

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), emitMessages(), noteStyles()],
  // Decided at build time, not at start: React's development code is three times slower.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // One style file: a dozen small ones would each delay the first paint.
  // When the shop starts, faults are reported, but not how long plug-ins took.
  build: { target: 'es2023', cssCodeSplit: false, rolldownOptions: { checks: { bundlerTimings: false } } },
  // No two style modules share a name (scripts/sources.test.ts). Vite's default adds hashes, which do not compress:
  // 900 bytes of styles and 400 of scripts on each first visit.
  css: {
    modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}` },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Exported constants stand where they are used, the longer ones too: 75 to 250 bytes less on a first visit.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            // V8 compiles the framework while it loads, beside the page, not each function on its first call.
            postBanner: ({ name }) => (name === 'framework' ? '//# allFunctionsCalledOnLoad' : ''),
            // Each page lists all files of the shop, and their hashes do not compress.
            hashCharacters: 'hex',
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
                },
                // The shell around every page and its parts, except what loads later: small files weigh more.
                {
                  name: 'shell',
                  test: /[\\/]app[\\/](?:shell[\\/](?!laborator|home-visit|prefetched|after-page|leaving|lost-focus|use-closest|waiting-order|routes)|catalogue[\\/]search-field|platform[\\/](?:shell-data|texts|use-late))|preload-helper|[\\/]@lingui[\\/]/,
                },
                // What most pages share, in one file: fifty small ones weigh a tenth more. With a lower threshold
                // every page loads what only forms need.
                { name: 'common', test: /[\\/](?:app|packages)[\\/]/, minShareCount: 14 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        target: 'node24',
        sourcemap: true,
        rolldownOptions: { input: './main.ts', output: SERVER_OUTPUT, plugins: [withoutLanguagesOfZod] },
      },
    },
  },
  // What is served is bundled: it takes less memory and starts faster than loading from node_modules.
  ...(command === 'build' ? { ssr: { noExternal: true, external: EXTERNAL } } : {}),
}))
