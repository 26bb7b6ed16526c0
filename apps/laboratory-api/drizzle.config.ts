import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/schema.ts', './src/**/tables.ts'],
  out: './migrations',
  schemaFilter: ['laboratory'],
})
