// Builds the storefront's browser and server bundles and compresses what browsers fetch.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root, run } from './project.mjs'

const storefront = join(root, 'apps/storefront')
const client = join(storefront, 'build/client')
const COMPRESSIBLE = /\.(?:js|css|json|svg|txt|webmanifest|xml)$/

rmSync(join(storefront, 'build'), { recursive: true, force: true })
const code = await run(join(root, 'node_modules/.bin/react-router'), ['build', '--logLevel', 'warn'], {
  cwd: storefront,
})
if (code !== 0) process.exit(code)

for (const name of readdirSync(client, { recursive: true })) {
  if (!COMPRESSIBLE.test(name)) continue
  const file = join(client, name)
  const content = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}
