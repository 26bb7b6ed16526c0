import { brandTone, fromOklch, type HexColour } from '@shop/domain/colour'

/** Lightness, chroma, and a hue of its own; without one, hue and chroma are those of the brand. */
type Tone = readonly [lightness: number, chroma: number, hue?: number]

/** Light, then dark. The values are those of the same names in the storefront's `tokens.css`. */
const TONES = {
  page: [
    [0.979, 0.005, 85],
    [0.184, 0.023],
  ],
  card: [
    [0.997, 0.002, 85],
    [0.222, 0.025],
  ],
  line: [
    [0.915, 0.01, 83],
    [0.298, 0.028],
  ],
  ink: [
    [0.235, 0.03],
    [0.955, 0.006, 85],
  ],
  soft: [
    [0.505, 0.018],
    [0.71, 0.014, 85],
  ],
  well: [
    [0.972, 0.01],
    [0.248, 0.04],
  ],
  sunken: [
    [0.955, 0.008, 85],
    [0.252, 0.026],
  ],
  alarm: [
    [0.41, 0.15, 27],
    [0.83, 0.09, 27],
  ],
  alarmEdge: [
    [0.54, 0.19, 27],
    [0.7, 0.17, 27],
  ],
  alarmWash: [
    [0.957, 0.02, 27],
    [0.28, 0.055, 27],
  ],
} as const satisfies Record<string, readonly [Tone, Tone]>

export type Palette = Record<keyof typeof TONES | 'brand' | 'primary' | 'onPrimary', HexColour>

/** The colours of the pages for mail programs, which understand hexadecimal ones only. */
export function palettesOf(brand: HexColour): { light: Palette; dark: Palette } {
  const { hue, chroma } = brandTone(brand)
  const hex = ([l, c, own]: Tone) =>
    own === undefined ? fromOklch({ l, c: c * chroma, h: hue }) : fromOklch({ l, c, h: own })
  const scheme = (which: 0 | 1) =>
    Object.fromEntries(Object.entries(TONES).map(([name, tones]) => [name, hex(tones[which])])) as Record<
      keyof typeof TONES,
      HexColour
    >
  const [light, dark] = [scheme(0), scheme(1)]
  return {
    light: { ...light, brand, primary: brand, onPrimary: light.card },
    dark: { ...dark, brand: hex([0.93, 0.022]), primary: hex([0.8, 0.078]), onPrimary: hex([0.205, 0.045]) },
  }
}
