import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import type { TestDatabase } from '@shop/database/testing/test-database'
import { exportJWK } from 'jose'
import { changeClients } from '../clients-command.ts'

export type Pair = Record<'publicKey' | 'privateKey', KeyObject>

export const newPair = (): Pair => generateKeyPairSync('ec', { namedCurve: 'P-384' })

/** Writes a file with this text; returns its path. */
export async function keyFile(text: string): Promise<string> {
  const file = join(temporaryFolder('clients'), randomUUID())
  await writeFile(file, text)
  return file
}

export const jwkFile = async ({ publicKey }: Pair, kid: string) =>
  keyFile(JSON.stringify({ ...(await exportJWK(publicKey)), kid }))

/** Runs the clients' command; returns its exit code and the lines it printed. */
export async function runCommand(database: TestDatabase, ...args: string[]): Promise<[number, ...string[]]> {
  const lines: string[] = []
  const code = await database.transaction((queries) =>
    changeClients(queries, { args, print: (line) => lines.push(line) }),
  )
  return [code, ...lines]
}
