import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LUCIDE_ICONS, OWN_ICONS } from './icon-names.ts'

test('the sprite contains exactly the icons that have names', () => {
  const sprite = readFileSync(join(import.meta.dirname, 'icons.svg'), 'utf8')
  const ids = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.toSorted()).toEqual([...OWN_ICONS, ...LUCIDE_ICONS].toSorted())
})
