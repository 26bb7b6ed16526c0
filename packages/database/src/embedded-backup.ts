import { chmodSync, createWriteStream, existsSync, openAsBlob, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { lockFolder } from './lock-folder.ts'
import { openDatabase, type Queries } from './open-database.ts'

/** Thrown when there is nothing to copy. */
class DataFolderEmpty extends Error {
  constructor(folder: string) {
    super(`DATA_DIR: there is no embedded database in ${folder}`)
    this.name = 'DataFolderEmpty'
  }
}

/** Only the embedded database's own process can read it whole. It hands out copies here, to its owner only. */
const socketOf = (dataDir: string) => join(dataDir, 'backup.sock')

/**
 * A copy as of one moment, as a gzipped tar file. The engine does nothing else in the meantime, and uncommitted
 * changes are not in the copy, which is built in memory.
 */
async function copyOf(embedded: PGlite): Promise<Buffer> {
  await embedded.exec('checkpoint')
  const copy = await embedded.dumpDataDir('gzip')
  return Buffer.from(await copy.arrayBuffer())
}

/** Lets `backUp` in another process copy a database that is open here; returns the function that ends this. */
export async function serveBackups(embedded: PGlite, dataDir: string): Promise<() => void> {
  const socket = socketOf(dataDir)
  // Left behind by a process that was killed: the folder's lock guarantees that no other process is there.
  rmSync(socket, { force: true })
  const server = createServer((_, response) => {
    copyOf(embedded).then(
      (copy) => response.writeHead(200, { 'Content-Length': copy.length }).end(copy),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, resolve)
  })
  chmodSync(socket, 0o600)
  server.unref()
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** The copy from the process that has the database open; null: there is no such process. */
function askForCopy(dataDir: string): Promise<IncomingMessage | null> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath: socketOf(dataDir) }, (response) => {
      if (response.statusCode === 200) resolve(response)
      else reject(new Error('the running shop could not make a backup'))
    })
    asking.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else reject(error)
    })
    asking.end()
  })
}

/** The copy of a database that no process has open. */
async function copyOfClosed(dataDir: string): Promise<Buffer> {
  const database = await openDatabase({ dataDir })
  return copyOf(database.embedded!).finally(() => database.close())
}

/**
 * Writes a copy of the embedded database to a file, completely or not at all, whether or not another process has it
 * open.
 */
export async function backUp({ dataDir, file }: { dataDir: string; file: string }): Promise<void> {
  if (!existsSync(join(dataDir, 'database'))) throw new DataFolderEmpty(dataDir)
  const unfinished = `${file}.unfinished`
  const OWNERS = { mode: 0o600, flush: true }
  const copy = await askForCopy(dataDir)
  try {
    if (copy) await pipeline(copy, createWriteStream(unfinished, OWNERS))
    else await writeFile(unfinished, await copyOfClosed(dataDir), OWNERS)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  renameSync(unfinished, file)
}

/**
 * Replaces the database by a copy; the old one is kept beside it, in the folder that is returned (null: there was
 * none). `prepare` changes the copy before it takes that place. Throws `DataFolderInUse`, and leaves everything as it was
 * if the copy cannot be opened or prepared, or it is interrupted.
 */
export async function restoreBackup({
  dataDir,
  file,
  prepare = async (queries) => void (await queries.execute(sql`select 1`)),
}: {
  dataDir: string
  file: string
  prepare?: (queries: Queries) => Promise<void>
}): Promise<string | null> {
  const template = await openAsBlob(file)
  const folder = join(dataDir, 'database')
  const beside = join(dataDir, 'restoring')
  const aside = join(dataDir, `database-before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  const unlock = lockFolder(dataDir)
  try {
    // Left by a restore that was interrupted.
    rmSync(beside, { recursive: true, force: true })
    await openCopy(beside, template, prepare)
    // Only a whole copy takes the place of the database: a start in between would make a new, empty one.
    const replaced = existsSync(folder)
    if (replaced) renameSync(folder, aside)
    renameSync(join(beside, 'database'), folder)
    return replaced ? aside : null
  } finally {
    rmSync(beside, { recursive: true, force: true })
    unlock()
  }
}

async function openCopy(
  dataDir: string,
  template: Blob,
  prepare: (queries: Queries) => Promise<void>,
): Promise<void> {
  const database = await openDatabase({ dataDir, template })
  try {
    await prepare(database.queries)
  } finally {
    await database.close()
  }
}
