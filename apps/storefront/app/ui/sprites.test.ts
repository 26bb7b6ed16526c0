import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LUCIDE_ICONS, OWN_ICONS } from './icon-names.ts'

const spriteOf = (name: string) => readFileSync(join(import.meta.dirname, `${name}.svg`), 'utf8')
const drawings = [...spriteOf('drawings').matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs)]

test.each(drawings.map(([text, name]) => ({ name, text })))(
  'the drawing $name is under 12 kB and uses only the colours of the page',
  ({ text }) => {
    expect(Buffer.byteLength(text)).toBeLessThan(12_000)
    expect(text.match(/(?:fill|stroke)="(?!none|var\(--)[^"]*"/g)).toBeNull()
  },
)

test('every drawing is used somewhere', () => {
  const app = join(import.meta.dirname, '..')
  const pages = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && file !== join('ui', 'drawing.tsx'))
    .map((file) => readFileSync(join(app, file), 'utf8'))
    .filter((source) => /<(?:Drawing|EmptyState)\b/.test(source))
    .join('')
  const unused = drawings
    .map(([, name]) => name!)
    .filter((name) => !new RegExp(`["']${name}["']`).test(pages))
  expect(unused).toEqual([])
})

test('the sprite of icons contains exactly the icons that have names', () => {
  const ids = [...spriteOf('icons').matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.toSorted()).toEqual([...OWN_ICONS, ...LUCIDE_ICONS].toSorted())
})
