import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Operations } from '@shop/contract/testing/unread-answers'
import { root } from './tools.ts'

/** The description of the main API in the contract of a revision, which is put into this empty folder. */
export async function operationsOf(revision: string, folder: string): Promise<Operations> {
  const scope = join(folder, 'node_modules/@shop')
  mkdirSync(scope, { recursive: true })
  const archive = execFileSync('git', ['archive', revision, 'packages/contract', 'packages/domain'], {
    cwd: root,
    maxBuffer: 100_000_000,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  // Other packages are found in the project's node_modules, above.
  for (const name of ['contract', 'domain']) symlinkSync(join(folder, 'packages', name), join(scope, name))
  const load = (file: string) =>
    import(/* @vite-ignore */ pathToFileURL(join(folder, 'packages/contract/src', file)).href)
  const [main, staff] = await Promise.all([load('main-api-operations.ts'), load('staff-operations.ts')])
  return { ...main.OPERATIONS, ...staff.STAFF_OPERATIONS }
}
