import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { expect, test } from 'vitest'
import { installDependencies } from './install.mjs'

/**
 * A project with one package in a folder beside it, so that no registry is needed; `locked`: the lock file is
 * complete.
 */
function projectOf({ locked }: { locked: boolean }) {
  const folder = temporaryFolder('install')
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content))
  const manifest = { name: 'shop', version: '1.0.0', dependencies: locked ? {} : { other: 'file:other' } }
  write('package.json', manifest)
  write('package-lock.json', {
    ...{ name: 'shop', version: '1.0.0', lockfileVersion: 3, requires: true },
    packages: { '': { name: 'shop', version: '1.0.0' } },
  })
  const asked: string[] = []
  const run = async (args: readonly string[]) => {
    asked.push(args[0]!)
    const npm = spawn('npm', [...args, '--offline', '--dry-run'], { cwd: folder, stdio: 'ignore' })
    const [code] = await once(npm, 'exit')
    return code as number
  }
  const lock = () => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  return { folder, asked, run, lock }
}

test('a complete lock file is installed exactly', async () => {
  const project = projectOf({ locked: true })
  expect(await installDependencies(project.run)).toBe(0)
  expect(project.asked).toEqual(['ci'])
})

test('with an incomplete lock file npm ci refuses, npm install takes over, and the lock file stays unchanged', async () => {
  const project = projectOf({ locked: false })
  const before = project.lock()
  const code = await installDependencies(async (args) => {
    const refused = await project.run(args)
    return args[0] === 'ci' ? refused : 0
  })
  expect([code, project.asked]).toEqual([0, ['ci', 'install']])
  expect(project.lock()).toBe(before)
  expect(readdirSync(project.folder)).not.toContain('node_modules')
})

test('if both ways fail, npm’s exit code is returned', async () => {
  expect(await installDependencies(async () => 7)).toBe(7)
})
