import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flatTexts, SOURCES } from '../packages/texts/src/compiled-messages.ts'
import { root } from './operations/tools.ts'

const source = globSync('{apps,packages}/*/{app,server,src}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /\.test\.tsx?$/.test(path),
})
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

const found = (pattern: RegExp) => [...source.matchAll(pattern)].map((match) => match[1]!)

test('no text is left that nothing says', () => {
  const quoted = new Set(found(/['"]((?:[a-z]+:)?\w+(?:\.\w+)+|\w+:\w+)['"]/g))
  // What is put together: `order.state.${state}`.
  const templates = found(/`((?:[a-z]+:)?(?:\w|\$\{[^}]+\})+(?:\.(?:\w|\$\{[^}]+\})+)+)`/g)
    .filter((text) => text.includes('${'))
    .map((text) => new RegExp(`^${text.replaceAll(/\$\{[^}]+\}/g, '[\\w.-]+')}$`))
  const keys = Object.keys(flatTexts(SOURCES.en))
  expect(keys.length).toBeGreaterThan(1_500)
  const unsaid = keys.filter((key) => !quoted.has(key) && !templates.some((template) => template.test(key)))
  expect(unsaid).toEqual([])
})
