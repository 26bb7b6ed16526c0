import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Font } from '@react-pdf/renderer'

const files = join(
  dirname(createRequire(import.meta.url).resolve('@fontsource/golos-text/package.json')),
  'files',
)
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext'] as const
const family = (subset: string) => `Golos Text ${subset}`

/** The shop's type in every script of its readers: a character is taken from the first family that has it. */
export const PDF_FONT: string[] = SUBSETS.map(family)

let isRegistered = false
/** Makes the fonts known to the renderer, once. */
export function registerFonts(): void {
  if (isRegistered) return
  isRegistered = true
  for (const subset of SUBSETS) {
    const src = (weight: number) => join(files, `golos-text-${subset}-${weight}-normal.woff`)
    Font.register({
      family: family(subset),
      fonts: [{ src: src(400) }, { src: src(600), fontWeight: 600 }],
    })
  }
  // Words of a medical catalogue are not broken anywhere: a wrong hyphen is worse than a ragged line.
  Font.registerHyphenationCallback((word) => [word])
}
