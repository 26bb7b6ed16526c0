import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { SERVER_OUTPUT } from '../../scripts/server-output.ts'

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // Decided at build time, not at start-up: React's development code is three times slower.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // The output is for faults, not for how long plug-ins took.
  build: { target: 'es2023', cssCodeSplit: false, rolldownOptions: { checks: { bundlerTimings: false } } },
  environments: {
    ssr: {
      build: {
        target: 'node24',
        sourcemap: true,
        rolldownOptions: { input: './main.ts', output: SERVER_OUTPUT },
      },
    },
  },
  ...(command === 'build' ? { ssr: { noExternal: true, external: ['@electric-sql/pglite'] } } : {}),
}))
