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
  // It opens no database: the embedded engine of the start that all share stays out.
  ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
})
