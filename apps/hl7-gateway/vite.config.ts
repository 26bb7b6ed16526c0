import { defineConfig } from 'vite'
import { SERVER_OUTPUT } from '../../scripts/server-output.ts'

export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    rolldownOptions: { input: ['main.ts'], output: SERVER_OUTPUT, checks: { bundlerTimings: false } },
    target: 'node24',
    outDir: 'build',
    emptyOutDir: true,
    sourcemap: true,
  },
  // The gateway opens no database: the embedded engine, imported by the shared start, stays out of the bundle.
  ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
})
