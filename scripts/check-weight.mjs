// What a first visit to each page loads, in bytes after brotli; fails over the budget. Argument: another folder of
// browser files. Also checks that V8 can keep the servers' bundles in memory at one byte per character (decision
// 0200).
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync } from 'node:zlib'
import { root } from './project.mjs'

const client = process.argv[2] ?? join(root, 'apps/storefront/build/client')
const budget = JSON.parse(readFileSync(join(import.meta.dirname, 'weight-budget.json'), 'utf8'))
const assets = readdirSync(join(client, 'assets'))

const sizes = new Map()
function size(path) {
  if (!sizes.has(path)) sizes.set(path, brotliCompressSync(readFileSync(join(client, path))).length)
  return sizes.get(path)
}

const manifestFile = assets.find((name) => /^manifest-.*\.js$/.test(name))
const page = { window: {} }
runInNewContext(readFileSync(join(client, 'assets', manifestFile), 'utf8'), page)
const { entry, routes } = page.window.__reactRouterManifest

/** A route and its parents. */
function withParents(route) {
  return route ? [route, ...withParents(routes[route.parentId])] : []
}

function javascriptOf(route) {
  const parts = [entry, ...withParents(route)]
  const files = new Set(parts.flatMap(({ module, imports }) => [module, ...(imports ?? [])]))
  return [...files].reduce((sum, file) => sum + size(file), size(`assets/${manifestFile}`))
}

/** The stylesheets that pages load: the server's build leaves another copy beside them. */
const stylesheets = new Set([entry, ...Object.values(routes)].flatMap(({ css }) => css ?? []))
const styles = [...stylesheets].reduce((sum, file) => sum + size(file), 0)
const texts = assets.filter((name) => /^texts-.*\.json$/.test(name)).map((name) => size(`assets/${name}`))

const pages = Object.values(routes)
  .filter(({ id, hasDefaultExport }) => hasDefaultExport && id !== 'root')
  .map((route) => ({ name: route.id, bytes: javascriptOf(route), limit: budget.javascript }))
  .sort((a, b) => b.bytes - a.bytes)
const others = [
  { name: 'styles', bytes: styles, limit: budget.styles },
  { name: 'texts of the heaviest language', bytes: Math.max(...texts), limit: budget.texts },
]
for (const { name, bytes, limit } of [...pages, ...others]) {
  const kilobytes = (bytes / 1000).toFixed(1).padStart(6)
  process.stdout.write(
    `${kilobytes} kB of ${limit / 1000}  ${name}${bytes > limit ? '  over the budget' : ''}\n`,
  )
}

const bundles = globSync('apps/*/build/{*,assets/*,server/**/*}.js', { cwd: root })
const wide = bundles.filter((file) => /[^\0-\xff]/.test(readFileSync(join(root, file), 'utf8')))
for (const file of wide) process.stdout.write(`a letter beyond Latin-1: ${file}\n`)

const isOver = [...pages, ...others].some(({ bytes, limit }) => bytes > limit)
process.exit(isOver || bundles.length === 0 || wide.length > 0 ? 1 : 0)
