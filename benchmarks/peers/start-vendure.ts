import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/database/testing/free-port'
import type { ServerProcess } from '../shop-process.ts'

export const VENDURE_VERSION = '3.7.3'
const SCRIPT = join(import.meta.dirname, 'vendure.mjs')
const COLUMNS =
  'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets'

interface Product {
  id: number
  code: string
  name: string
  description: string
  prices: { price: number }[]
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}`)
}

/** Vendure's core and the driver, nothing else, and no script of a package is run. */
async function install(folder: string): Promise<void> {
  if (existsSync(join(folder, 'node_modules/@vendure/core'))) return
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const options: SpawnOptions = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await ended(spawn('npm', ['install', ...flags, `@vendure/core@${VENDURE_VERSION}`, 'pg@8'], options))
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** In Vendure's import format: one variant with a price each, always in stock. */
function importFile(products: readonly Product[]): string {
  const lines = products.map(({ id, code, name, description, prices }) => {
    const texts = [quoted(name), `product-${id}`, quoted(description)].join(',')
    return `${texts},,,,,${quoted(code)},${prices[0]!.price},standard,100,false,,`
  })
  return [COLUMNS, ...lines].join('\n')
}

/** Installs Vendure unless it is in PEERS_FOLDER already, fills its empty database and starts it. */
export async function startVendure(
  databaseUrl: string,
  products: readonly Product[],
): Promise<ServerProcess> {
  const kept = process.env.PEERS_FOLDER
  if (kept) mkdirSync(kept, { recursive: true })
  const cwd = kept ?? mkdtempSync(join(tmpdir(), 'benchmark-peers-'))
  process.on('exit', () => kept ?? rmSync(cwd, { recursive: true, force: true }))
  await install(cwd)
  const file = join(cwd, 'products.csv')
  writeFileSync(file, importFile(products))
  const port = String(await freePort())
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: port,
    VENDURE_DISABLE_TELEMETRY: 'true',
  }
  await ended(fork(SCRIPT, [databaseUrl, 'fill', file], { cwd, env }))
  const child = fork(SCRIPT, [databaseUrl], { cwd, env })
  await Promise.race([once(child, 'message'), ended(child)])
  return { root: `http://127.0.0.1:${port}`, pid: child.pid!, child }
}
