import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brandTone, fromOklch } from '@shop/domain/colour'
import { expect, test } from 'vitest'
import { type Palette, palettesOf } from './palette.ts'

const TOKENS = join(import.meta.dirname, '../../../storefront/app/ui/styles/tokens.css')

/** What the pages call the colours. */
const NAMES: Readonly<Record<keyof Palette, string>> = {
  page: 'page',
  card: 'card',
  line: 'line',
  ink: 'ink',
  soft: 'ink-3',
  well: 'info-soft',
  sunken: 'sunken',
  alarm: 'crit',
  alarmEdge: 'crit-fill',
  alarmWash: 'crit-soft',
  brand: 'brand',
  primary: 'primary',
  onPrimary: 'on-primary',
}

const [light = '', dark = ''] = readFileSync(TOKENS, 'utf8').split('@media (prefers-color-scheme: dark)')

/** The declarations of a part; later ones count. */
const declarationsIn = (css: string) =>
  new Map([...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]))

test.each(['#173366', '#0f4a43'])('mails of the brand %s have the colours of its pages', (brand) => {
  const { hue, chroma } = brandTone(brand)
  const hexOf = (value: string, tokens: ReadonlyMap<string, string>): string => {
    const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
    if (other === 'brand-colour') return brand
    if (other) return hexOf(tokens.get(other)!, tokens)
    const [, l, ownChroma, share, ownHue] =
      /^oklch\(([\d.]+) (?:([\d.]+)|calc\(([\d.]+) \* var\(--brand-chroma\)\)) (?:([\d.]+)|var\(--brand-hue\))\)$/.exec(
        value,
      )!
    return fromOklch({
      l: Number(l),
      c: share ? Number(share) * chroma : Number(ownChroma),
      h: ownHue ? Number(ownHue) : hue,
    })
  }
  const ofPages = (tokens: ReadonlyMap<string, string>) =>
    Object.fromEntries(
      Object.entries(NAMES).map(([name, token]) => [name, hexOf(tokens.get(token)!, tokens)]),
    )
  const pages = declarationsIn(light)
  expect(palettesOf(brand)).toEqual({
    light: ofPages(pages),
    dark: ofPages(new Map([...pages, ...declarationsIn(dark)])),
  })
})
