import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const OWNERS_FOLDER = 0o700
const OWNERS_FILE = 0o600

/** Thrown when another process already has the data folder open. */
class DataFolderInUse extends Error {
  constructor(folder: string) {
    super(`DATA_DIR: ${folder} is in use by another process; only one process can use the embedded database.`)
    this.name = 'DataFolderInUse'
  }
}

/**
 * Takes an exclusive lock on a folder and returns the function that releases it. PGlite takes no lock itself, and
 * two processes would destroy the data. SQLite's file lock is used because the operating system releases it when
 * the process dies, however it dies.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: OWNERS_FOLDER })
  const file = join(folder, 'lock.sqlite')
  // SQLite's journal beside it gets the same rights. An existing file is not opened here: closing it would end a
  // lock on it.
  if (!existsSync(file)) writeFileSync(file, '')
  chmodSync(file, OWNERS_FILE)
  const lock = new DatabaseSync(file)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new DataFolderInUse(folder)
  }
  return () => lock.close()
}

/** Restricts everything in a folder to its owner: the engine creates its first files readable by all. */
export function keepToOwner(folder: string): void {
  chmodSync(folder, OWNERS_FOLDER)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? OWNERS_FOLDER : OWNERS_FILE)
  }
}
