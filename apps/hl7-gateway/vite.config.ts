import { defineConfig } from 'vite'

export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    rolldownOptions: { input: ['main.ts'] },
    target: 'node24',
    outDir: 'build',
    emptyOutDir: true,
    sourcemap: true,
  },
  ssr: { noExternal: true },
})
