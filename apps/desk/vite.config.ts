import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { SERVER_OUTPUT } from '../../scripts/server-output.ts'

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // Decided when it is built, not when it is started: React's development code is three times slower.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // Whoever starts the shop is told of faults, not of how long plug-ins took.
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
