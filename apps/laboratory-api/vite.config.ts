import { defineConfig } from 'vite'
import { SERVER_OUTPUT, withoutLanguagesOfZod } from '../../scripts/server-output.ts'

// What cannot be bundled: native add-ons and packages that read their own files.
const EXTERNAL = ['@electric-sql/pglite', '@node-rs/argon2', 'piscina']

export default defineConfig({
  // Set at build time, not at start: React's development code is three times slower.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    rolldownOptions: {
      input: ['main.ts', 'command.ts'],
      output: SERVER_OUTPUT,
      plugins: [withoutLanguagesOfZod],
      checks: { bundlerTimings: false },
    },
    target: 'node24',
    outDir: 'build',
    emptyOutDir: true,
    sourcemap: true,
  },
  ssr: { noExternal: true, external: EXTERNAL },
})
