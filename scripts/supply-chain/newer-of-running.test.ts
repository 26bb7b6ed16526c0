import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../operations/tools.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { MOST_DAYS_BEHIND, readLook } from './look-at-components.ts'
import { newerOfRunning, packagesOf, readHeld, unread } from './newer-of-running.ts'

const { running, looked } = readLook()
const held = readHeld()

test('every package that runs, indirect ones included, is the newest, or its newer release was read and fixes nothing that affects the shop', {
  tags: ['ASVS-15.2.1'],
}, () => {
  expect(unread(running, held)).toEqual([])
  for (const { why } of held.read) expect(why.length).toBeGreaterThan(40)
  // The check covered what runs: each package that it names is in the bill of materials.
  const listed = new Set(billOfMaterials().components.map((component) => component['bom-ref']))
  expect(running.filter(({ name, version }) => !listed.has(`${name}@${version}`))).toEqual([])
  expect((Date.parse(looked) - Date.parse(held.looked)) / 86_400_000).toBeLessThanOrEqual(MOST_DAYS_BEHIND)
})

test('a newer release than the one that was read must be read, and a note on a package no longer behind must be deleted', () => {
  const behind = [
    { name: 'parser', version: '1.2.0', newer: '2.0.1' },
    { name: 'compiler', version: '7.0.0', newer: '8.0.0' },
  ]
  const read = (packages: Record<string, string>, inNoRelease = ['compiler']) =>
    unread(behind, { looked: '2026-11-26', read: [{ packages, why: 'faster' }], inNoRelease })
  expect(read({ 'parser@1.2.0': '2.0.1' })).toEqual([])
  expect(read({ 'parser@1.2.0': '2.0.0' })).toEqual(['parser 1.2.0: no one has reviewed the fixes in 2.0.1'])
  expect(read({ 'parser@1.1.0': '2.0.1' })).toEqual([
    'parser 1.2.0: no one has reviewed the fixes in 2.0.1',
    'parser@1.1.0 is not behind',
  ])
  expect(read({ 'parser@1.2.0': '2.0.1' }, ['compiler', 'linter'])).toEqual(['linter is not behind'])
})

test('of the registry’s answer only packages that run and are behind are listed, once each', () => {
  const at = (name: string) => join(root, 'node_modules', name)
  const found = { current: '1.0.0', wanted: '1.0.0', latest: '2.0.0' }
  const outdated = {
    hono: [
      { ...found, location: at('hono') },
      { ...found, location: at('hono') },
    ],
    pg: { current: '1.0.0', wanted: '1.4.0', latest: '1.3.0', location: at('pg') },
    zod: { current: '5.0.0', wanted: '5.0.0', latest: '4.0.0', location: at('zod') },
    vitest: { ...found, location: at('vitest') },
    absent: { wanted: '1.0.0', latest: '2.0.0' },
  }
  expect(newerOfRunning(outdated)).toEqual([
    { name: 'hono', version: '1.0.0', newer: '2.0.0' },
    { name: 'pg', version: '1.0.0', newer: '1.4.0' },
  ])
})

test('the packages of a release are recognised by its files and by the sources of the builds', () => {
  const files = ['node_modules/@node-rs/argon2/index.js', 'node_modules/one/node_modules/other/index.js']
  const names = packagesOf(files)
  expect(names).toContain('@node-rs/argon2')
  expect(names).toContain('other')
})
