// npm run test:container: builds deploy/container/Containerfile with Debian's buildah, on a base of Debian's
// packages and the project's Node instead of a registry's image, then starts and uses the shop in it.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/database/testing/free-port'
import { LOAD_SETTINGS } from './operations/order-load.ts'
import { assert, haveDebian, main, node, root, run, say, start, stop, until } from './operations/tools.ts'
import { tryRelease } from './operations/try-release.ts'

/** Libraries that Node is linked with. */
const LIBRARIES = ['libatomic1', 'libstdc++6']
const folder = mkdtempSync(join(tmpdir(), 'container-'))
const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
// Without a daemon and without user namespaces: this may itself run in a container.
const isolation = ['--isolation', 'chroot']
const buildah = (...args: string[]) => run('buildah', [...store, ...args]).trim()

function buildBase(): void {
  const context = join(folder, 'base')
  mkdirSync(context)
  run('mmdebstrap', [
    '--variant=essential',
    `--include=${LIBRARIES.join()}`,
    'bookworm',
    `${context}/base.tar`,
  ])
  copyFileSync(node, join(context, 'node'))
  writeFileSync(
    join(context, 'Containerfile'),
    'FROM scratch\nADD base.tar /\nCOPY node /usr/local/bin/node\n',
  )
  buildah('build', ...isolation, '--tag', 'node-base', context)
}

await main(
  10,
  async () => {
    if (
      !haveDebian({
        buildah: '/usr/bin/buildah',
        mmdebstrap: '/usr/bin/mmdebstrap',
        crun: '/usr/bin/crun',
      })
    )
      return 'no buildah'
    process.stdout.write(run(node, [join(root, 'scripts/artefact.ts')]))
    const archives = readdirSync(join(root, 'build')).filter((name) => name.endsWith('.tar.gz'))
    for (const archive of archives) run('tar', ['-xzf', join(root, 'build', archive), '-C', folder])
    const [name] = archives.filter((archive) => archive.startsWith('laboratory-shop-'))
    const release = join(folder, name!.replace('.tar.gz', ''))
    buildBase()
    say('the base is built')
    const file = join(release, 'deploy/container/Containerfile')
    const base = ['--build-arg', 'BASE=localhost/node-base']
    buildah('build', ...isolation, ...base, '--file', file, '--tag', 'laboratory-shop', release)
    say('the image is built')
    const container = buildah('from', 'localhost/laboratory-shop')
    const said = buildah('run', ...isolation, container, '--', 'id', '-u')
    assert(said === '10001', 'its process does not run as root')

    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const settings = Object.entries({
      ...LOAD_SETTINGS,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
    })
    const env = settings.flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const command = JSON.parse(buildah('inspect', container)).OCIv1.config.Cmd as string[]
    const shop = start('buildah', [...store, 'run', ...isolation, ...env, container, '--', ...command])
    await until('the shop in the container is ready', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
    await tryRelease(url)
    // Without a container engine's runtime the signal is not forwarded; test:artefact checks that the shop drains.
    await stop(shop)
    buildah('rm', container)
  },
  () => rmSync(folder, { recursive: true, force: true }),
)
