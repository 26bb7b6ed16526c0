import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../operations/tools.ts'
import { billOfMaterials } from './bill-of-materials.ts'

interface Locked {
  version: string
  dev?: boolean
  link?: boolean
  integrity?: string
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

test('the bill of materials names every package that runs in production, with its hash', {
  tags: ['ASVS-15.1.2'],
}, () => {
  const { bomFormat, components } = billOfMaterials()
  expect(bomFormat).toBe('CycloneDX')
  const named = new Map(components.map((component) => [component['bom-ref'], component]))
  for (const name of ['react-router', 'pg-boss', 'hono', '@electric-sql/pglite', 'drizzle-orm']) {
    const { version } = lock.packages[`node_modules/${name}`]!
    expect(named.get(`${name}@${version}`)?.hashes, name).toMatchObject([{ alg: 'SHA-512' }])
  }
  for (const name of ['vitest', '@playwright/test', 'knip']) {
    const { version } = lock.packages[`node_modules/${name}`]!
    expect(named.has(`${name}@${version}`), name).toBe(false)
  }
})

test('every third-party package is pinned by its hash', { tags: ['ASVS-15.1.2'] }, () => {
  const others = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  )
  expect(others.length).toBeGreaterThan(300)
  expect(
    others.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
  ).toEqual([])
})
