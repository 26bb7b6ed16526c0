// Builds the storefront's and the desk's browser and server bundles, and those of the main API and the HL7 gateway,
// puts next to each program the files that it reads at run time, and compresses what browsers load.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root, run } from './project.mjs'

const storefront = join(root, 'apps/storefront')
const client = join(storefront, 'build/client')
const COMPRESSIBLE = /\.(?:js|css|json|svg|txt|webmanifest|xml)$/

// Open pages of the previous build still request its files: they are served too, from `before`.
const assets = join(client, 'assets')
const cache = join(storefront, '.cache')
const [held, before] = [join(cache, 'assets-of-last-build'), join(cache, 'assets-of-build-before')]
if (existsSync(assets)) {
  mkdirSync(cache, { recursive: true })
  rmSync(held, { recursive: true, force: true })
  renameSync(assets, held)
}
rmSync(join(storefront, 'build'), { recursive: true, force: true })
const code = await run(join(root, 'node_modules/.bin/react-router'), ['build', '--logLevel', 'warn'], {
  cwd: storefront,
})
if (code !== 0) process.exit(code)
const desk = join(root, 'apps/desk')
rmSync(join(desk, 'build'), { recursive: true, force: true })
const deskCode = await run(join(root, 'node_modules/.bin/react-router'), ['build', '--logLevel', 'warn'], {
  cwd: desk,
})
if (deskCode !== 0) process.exit(deskCode)
const laboratoryApi = join(root, 'apps/laboratory-api')
for (const cwd of [laboratoryApi, join(root, 'apps/hl7-gateway')]) {
  const built = await run(join(root, 'node_modules/.bin/vite'), ['build', '--logLevel', 'warn'], { cwd })
  if (built !== 0) process.exit(built)
}

/** Documents are typeset from their templates by a worker that is not bundled, since it contains native code. */
const TYPESETTING = readdirSync(join(laboratoryApi, 'src'), { recursive: true })
  .filter((name) => name.endsWith('.typ') || name.endsWith('typst-worker.ts'))
  .map((name) => join('apps/laboratory-api/src', name))
const LABORATORY_FILES = [
  'catalogue',
  'partners',
  'apps/laboratory-api/legal-documents',
  'apps/laboratory-api/migrations',
  'apps/sandbox/migrations',
  ...TYPESETTING,
]
const PROGRAMS = [
  [join(laboratoryApi, 'build'), LABORATORY_FILES],
  [join(desk, 'build/server'), ['partners']],
  [join(storefront, 'build/server'), [...LABORATORY_FILES, 'apps/storefront/migrations']],
]
for (const [folder, files] of PROGRAMS) {
  for (const file of files) cpSync(join(root, file), join(folder, 'files', file), { recursive: true })
}

for (const name of readdirSync(client, { recursive: true })) {
  if (!COMPRESSIBLE.test(name)) continue
  const file = join(client, name)
  const content = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}

// A rebuild from the same sources only replaces itself: the build before it stays the same.
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder).sort() : [])
if (existsSync(held) && namesIn(held).join() !== namesIn(assets).join()) {
  rmSync(before, { recursive: true, force: true })
  renameSync(held, before)
}
for (const name of namesIn(before)) {
  if (!existsSync(join(assets, name)))
    cpSync(join(before, name), join(storefront, 'build/before/assets', name))
}
