import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

function findRepositoryRoot(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new Error('The repository root (the folder of package-lock.json) was not found.')
  return findRepositoryRoot(parent)
}

/** The folder of package-lock.json: bundled code and sources find migrations, catalogue and documents from it. */
export const repositoryRoot = findRepositoryRoot(import.meta.dirname)
