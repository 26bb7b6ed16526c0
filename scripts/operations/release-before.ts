import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './tools.ts'

const git = (...args: string[]) => run('git', args, { cwd: root }).trim()

/** The newest release before this one; as long as there is none, the state before the newest migration. */
export function revisionBefore(): string {
  const [tag] = git('tag', '--list', 'v*', '--sort=-v:refname', '--merged', 'HEAD~1').split('\n')
  if (tag) return tag
  if (git('rev-parse', '--is-shallow-repository') === 'true') {
    throw new Error('the previous release is a commit in the history: git fetch --unshallow')
  }
  const migration = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'apps/*/migrations/*.sql')
  return git('rev-parse', `${migration}^`)
}

/** Like `revisionBefore`; null if there is no history to search. */
export function findRevisionBefore(): string | null {
  try {
    return revisionBefore()
  } catch {
    return null
  }
}

/** Builds that revision in an empty folder, with the packages of its own lock file; returns its Node and its server. */
export function buildRevision(revision: string, folder: string): { node: string; server: string } {
  mkdirSync(folder)
  const archive = `${folder}.tar`
  git('archive', '--output', archive, revision)
  run('tar', ['-xf', archive, '-C', folder])
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  run('npm', ['install', ...quiet], { cwd: folder })
  const node = join(folder, 'node_modules/.bin/node')
  run(node, [join(folder, 'scripts/build.mjs')], { cwd: folder })
  return { node, server: join(folder, 'apps/storefront/build/server/server.js') }
}
