import { chmodSync, createWriteStream, existsSync, openAsBlob, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { lockFolder } from './lock-folder.ts'
import { type Database, openDatabase } from './open-database.ts'

/** Thrown when there is nothing to copy. */
export class DataFolderEmpty extends Error {
  constructor(folder: string) {
    super(`DATA_DIR: there is no embedded database in ${folder}`)
    this.name = 'DataFolderEmpty'
  }
}

/** Only the embedded database's own process can read it whole: it hands copies out here, to its owner alone. */
const socketOf = (dataDir: string) => join(dataDir, 'backup.sock')

/**
 * A copy as of one moment, a tar file with gzip: the engine does nothing else meanwhile, and what was not committed is not
 * in it. It stands in memory while it is made.
 */
async function copyOf(embedded: PGlite): Promise<Buffer> {
  await embedded.exec('checkpoint')
  const copy = await embedded.dumpDataDir('gzip')
  return Buffer.from(await copy.arrayBuffer())
}

/** Lets `backUp` in another process have a copy of a database that is open here; answers the function that ends it. */
export async function serveBackups(embedded: PGlite, dataDir: string): Promise<() => void> {
  const socket = socketOf(dataDir)
  // Left behind by a process that was killed: the folder's lock says that nobody else is there.
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

/** The copy of the process that has the database open; null: there is none. */
function askForCopy(dataDir: string): Promise<IncomingMessage | null> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath: socketOf(dataDir) }, (response) => {
      if (response.statusCode === 200) resolve(response)
      else reject(new Error('the running shop could not make a copy'))
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

/** Writes a copy of the embedded database to a file, whole or not at all, whether it is open in another process or in none. */
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
 * Puts a copy in the database's place; what was there stays beside, in the folder that is answered. Throws `DataFolderInUse`,
 * and leaves everything as it was when the copy cannot be opened.
 */
export async function restoreBackup({
  dataDir,
  file,
}: {
  dataDir: string
  file: string
}): Promise<string | null> {
  const template = await openAsBlob(file)
  const folder = join(dataDir, 'database')
  const aside = join(dataDir, `database-before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  const unlock = lockFolder(dataDir)
  const replaced = existsSync(folder)
  if (replaced) renameSync(folder, aside)
  unlock()
  let database: Database | undefined
  try {
    database = await openDatabase({ dataDir, template })
    await database.queries.execute(sql`select 1`)
    await database.close()
    return replaced ? aside : null
  } catch (error) {
    await database?.close().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
    if (replaced) renameSync(aside, folder)
    throw error
  }
}
