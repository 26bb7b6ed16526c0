// Builds the named programs, or all: the storefront's and the desk's browser and server bundles, and those of the main
// API and the HL7 gateway; puts next to each program the files that it reads at run time, and compresses what browsers
// load.
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
import { PROGRAMS } from './programs.mjs'
import { root, run } from './project.mjs'

const storefront = join(root, 'apps/storefront')
const client = join(storefront, 'build/client')
const COMPRESSIBLE = /\.(?:js|css|json|svg|txt|webmanifest|xml)$/

const assets = join(client, 'assets')
const cache = join(storefront, '.cache')
const [held, before] = [join(cache, 'assets-of-last-build'), join(cache, 'assets-of-build-before')]

/** Bundles a program with the tool, in place of what was built before. */
async function bundle(name, tool) {
  const cwd = join(root, 'apps', name)
  rmSync(join(cwd, 'build'), { recursive: true, force: true })
  const code = await run(join(root, 'node_modules/.bin', tool), ['build', '--logLevel', 'warn'], { cwd })
  if (code !== 0) process.exit(code)
}

/** Puts files of the repository into the folder of a built program. */
function putBeside(folder, files) {
  for (const file of files) cpSync(join(root, file), join(root, folder, 'files', file), { recursive: true })
}

/** Documents are typeset from their templates by a worker that is not bundled, since it contains native code. */
const typesetting = () =>
  readdirSync(join(root, 'apps/laboratory-api/src'), { recursive: true })
    .filter((name) => name.endsWith('.typ') || name.endsWith('typst-worker.ts'))
    .map((name) => join('apps/laboratory-api/src', name))
const TEXTS = 'packages/texts/locales'
const laboratoryFiles = () => [
  'catalogue',
  'partners',
  TEXTS,
  'apps/laboratory-api/legal-documents',
  'apps/laboratory-api/migrations',
  'apps/sandbox/migrations',
  ...typesetting(),
]

function compress() {
  for (const name of readdirSync(client, { recursive: true })) {
    if (!COMPRESSIBLE.test(name)) continue
    const file = join(client, name)
    const content = readFileSync(file)
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

/** Open pages of the previous build still request its files: they are served too, from `before`. */
function holdAssets() {
  if (!existsSync(assets)) return
  mkdirSync(cache, { recursive: true })
  rmSync(held, { recursive: true, force: true })
  renameSync(assets, held)
}

/** A rebuild from the same sources only replaces itself: the build before it stays the same. */
function keepAssetsBefore() {
  const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder).sort() : [])
  if (existsSync(held) && namesIn(held).join() !== namesIn(assets).join()) {
    rmSync(before, { recursive: true, force: true })
    renameSync(held, before)
  }
  for (const name of namesIn(before)) {
    if (!existsSync(join(assets, name)))
      cpSync(join(before, name), join(storefront, 'build/before/assets', name))
  }
}

const BUILDS = {
  async storefront() {
    holdAssets()
    await bundle('storefront', 'react-router')
    putBeside('apps/storefront/build/server', [...laboratoryFiles(), 'apps/storefront/migrations'])
    compress()
    keepAssetsBefore()
  },
  async desk() {
    await bundle('desk', 'react-router')
    putBeside('apps/desk/build/server', ['partners', TEXTS])
  },
  async 'laboratory-api'() {
    await bundle('laboratory-api', 'vite')
    putBeside('apps/laboratory-api/build', laboratoryFiles())
  },
  'hl7-gateway': () => bundle('hl7-gateway', 'vite'),
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in BUILDS))
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join(', ')}: the programs are ${Object.keys(PROGRAMS).join(', ')}\n`)
  process.exit(1)
}
for (const name of named.length > 0 ? named : Object.keys(PROGRAMS)) await BUILDS[name]()
