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

const WEIGHTS = [400, 600] as const

let registered: Promise<void> | undefined
/** Makes the fonts known to the renderer, once. */
export function registerFonts(): Promise<void> {
  registered ??= register()
  return registered
}

async function register(): Promise<void> {
  for (const subset of SUBSETS) {
    const src = (weight: number) => join(files, `golos-text-${subset}-${weight}-normal.woff`)
    Font.register({
      family: family(subset),
      fonts: WEIGHTS.map((weight) => ({ src: src(weight), fontWeight: weight })),
    })
    for (const weight of WEIGHTS) await nameApart(subset, weight)
  }
  // Words of a medical catalogue are not broken anywhere: a wrong hyphen is worse than a ragged line.
  Font.registerHyphenationCallback((word) => [word])
}

/**
 * The subsets of a type all have its name, by which the renderer knows a font that stands in the document already:
 * it would put each Cyrillic word's into it anew, half a megabyte a page.
 */
async function nameApart(subset: string, fontWeight: number): Promise<void> {
  const font = Font.getFont({ fontFamily: family(subset), fontWeight, fontStyle: 'normal' })
  await font.load()
  if (font.data)
    Object.defineProperty(font.data, 'postscriptName', { value: `GolosText-${subset}-${fontWeight}` })
}
