// npm run artefact: what a machine needs to run this release, as a folder and as an archive in build/. It
// needs Node and nothing else: no npm, no repository, no network. The sandbox and the demo catalogue are in
// a separate archive, to be unpacked over it for trying it out. With the previous release's folder as an
// argument, that release's browser files are included and served too.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { SOUND_NODE } from '@shop/server/production'
import { nodeFileTrace } from '@vercel/nft'
import { releaseFiles } from './operations/release-files.ts'
import { root } from './operations/tools.ts'
import { writeBillOfMaterials } from './supply-chain/bill-of-materials.ts'
import { packagesOf, readHeld } from './supply-chain/newer-of-running.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const name = `laboratory-shop-${version}-${process.platform}-${process.arch}`
const build = join(root, 'build')
const folder = join(build, name)
const sandbox = join(build, `sandbox-of-${name}`)

const ENTRIES = [
  'apps/storefront/build/server/server.js',
  'apps/laboratory-api/build/main.js',
  'apps/desk/build/server/server.js',
  'apps/hl7-gateway/build/main.js',
  'apps/laboratory-api/build/command.js',
  'apps/laboratory-api/src/pdf/typst-worker.ts',
]
/**
 * Files that the programs read from packages by a name that no trace sees. `npm run test:artefact` requests each of
 * them.
 */
const READ_BY_NAME = [
  '@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf',
  '@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  'swagger-ui-dist/package.json',
  'swagger-ui-dist/favicon-32x32.png',
  'swagger-ui-dist/swagger-ui-bundle.js',
  'swagger-ui-dist/swagger-ui.css',
].map((file) => `node_modules/${file}`)

/** Files of packages that the programs load at run time, with each package's licence. */
async function filesOfPackages(): Promise<string[]> {
  const { fileList } = await nodeFileTrace(ENTRIES, {
    base: root,
    processCwd: root,
    async readFile(path) {
      const source = await readFile(path).catch(() => null)
      return source && path.endsWith('.ts') ? stripTypeScriptTypes(String(source)) : source
    },
  })
  const files = [...fileList, ...READ_BY_NAME].filter((file) => file.startsWith('node_modules/'))
  const inRelease = packagesOf(files)
  const wrong = readHeld().inNoRelease.filter((name) => inRelease.has(name))
  if (wrong.length > 0) throw new Error(`claimed to be in no release: ${wrong.join(', ')}`)
  const packages = new Set(files.map((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)![0]))
  const licences = [...packages].flatMap((path) =>
    readdirSync(join(root, path))
      .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
      .map((file) => join(path, file)),
  )
  return [...new Set([...files, ...licences])]
}

/** Keeps the previous release's browser files that this release lacks. */
function keepFilesOf(releaseBefore: string): void {
  const assets = join(releaseBefore, 'storefront/client/assets')
  if (!existsSync(assets)) throw new Error(`${releaseBefore} is not the folder of a release`)
  const before = join(folder, 'storefront/before')
  rmSync(before, { recursive: true, force: true })
  for (const file of readdirSync(assets)) {
    if (!existsSync(join(folder, 'storefront/client/assets', file)))
      cpSync(join(assets, file), join(before, 'assets', file))
  }
}

function sizeOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

for (const made of [folder, sandbox]) {
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true })
}
for (const { from, path, isOfSandbox } of releaseFiles())
  cpSync(from, join(isOfSandbox ? sandbox : folder, path))
if (!readdirSync(join(sandbox, 'laboratory-api/assets')).length)
  throw new Error('the sandbox has no file of its own')
for (const file of await filesOfPackages())
  cpSync(join(root, file), join(folder, file), { dereference: true })
cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true })
const [before] = process.argv.slice(2)
if (before) keepFilesOf(resolve(before))
const { stdout: commit } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
const manifest = {
  name: 'laboratory-shop',
  version,
  commit: commit?.trim() || undefined,
  private: true,
  type: 'module',
  engines: { node: `>=${SOUND_NODE}` },
  os: [process.platform],
  cpu: [process.arch],
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
writeBillOfMaterials(join(folder, 'sbom.cdx.json'))

/** Packs a folder into an archive, in which the folder is called `inside`. */
function pack(made: string, inside: string): string {
  const archive = `${made}.tar.gz`
  const options = ['--owner=0', '--group=0', '--sort=name', '--mode=u+rw,go=rX']
  const renamed = [`--transform=s,^${basename(made)},${inside},`, '-C', build, basename(made)]
  const tar = spawnSync('tar', [...options, '-czf', archive, ...renamed], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (tar.status !== 0) throw tar.error ?? new Error('tar could not write the archive')
  return archive
}
for (const part of readdirSync(folder, { withFileTypes: true })) {
  if (part.isDirectory())
    process.stdout.write(`${part.name.padEnd(16)} ${megabytes(sizeOf(join(folder, part.name)))}\n`)
}
process.stdout.write(`${folder}  ${megabytes(sizeOf(folder))}\n`)
// Unpacked in the same place, the sandbox's files join those of the release.
for (const archive of [pack(folder, name), pack(sandbox, name)])
  process.stdout.write(`${archive}  ${megabytes(statSync(archive).size)}\n`)
