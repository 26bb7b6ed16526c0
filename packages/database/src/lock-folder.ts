import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown when another process already has the data folder open. */
export class DataFolderInUse extends Error {
  constructor(folder: string) {
    super(`DATA_DIR: ${folder} is in use by another process; the embedded database serves one process only.`)
    this.name = 'DataFolderInUse'
  }
}

/**
 * Takes an exclusive lock on a folder and answers the function that gives it back.
 * PGlite takes none itself and two processes would destroy the data. SQLite's file lock is used because the
 * operating system drops it when the process dies, however it dies.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new DataFolderInUse(folder)
  }
  return () => lock.close()
}
