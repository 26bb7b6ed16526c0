import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { SERVER_OUTPUT } from '../../scripts/server-output.ts'
import { emitMessages } from './app/platform/texts/emit-messages.ts'

// What cannot live inside a bundle: native add-ons and packages that read their own files.
const EXTERNAL = ['@electric-sql/pglite', '@node-rs/argon2', 'piscina']

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), emitMessages()],
  // Decided when it is built, not when it is started: React's development code is three times slower.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // One file of styles: a dozen small ones would each hold up the first picture.
  // Whoever starts the shop is told of faults, not of how long plug-ins took.
  build: { target: 'es2023', cssCodeSplit: false, rolldownOptions: { checks: { bundlerTimings: false } } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // V8 compiles the framework as it comes in, beside the page, not function by function as each is first called.
            postBanner: ({ name }) => (name === 'framework' ? '//# allFunctionsCalledOnLoad' : ''),
            // Each page names all files of the shop, and nothing compresses their hashes.
            hashCharacters: 'hex',
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
                },
                // The shell around every page with what it is made of, but for what comes later: small files weigh more.
                {
                  name: 'shell',
                  test: /[\\/]app[\\/](?:shell[\\/](?!laborator|home-visit|prefetched|after-page|leaving|use-closest|waiting-order|routes)|catalogue[\\/]search-field|platform[\\/](?:shell-data|texts|use-late))|preload-helper|[\\/]@lingui[\\/]/,
                },
                // What most pages have in common, in one file: fifty small ones weigh a tenth more. With less in common all load
                // what only forms need.
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
        rolldownOptions: { input: './main.ts', output: SERVER_OUTPUT },
      },
    },
  },
  // What is served is bundled: less memory and a faster start than loading from node_modules.
  ...(command === 'build' ? { ssr: { noExternal: true, external: EXTERNAL } } : {}),
}))
