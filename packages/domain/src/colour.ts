/** `#173366` */
export type HexColour = string

/** Lightness 0 to 1, chroma, hue in degrees. */
export interface Oklch {
  l: number
  c: number
  h: number
}

function channels(colour: HexColour): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function linearChannels(colour: HexColour): [number, number, number] {
  return channels(colour)
    .map((channel) => channel / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ]
}

/** The colour in a space whose lightness matches perception (Björn Ottosson's OKLab, as in CSS Color 4). */
export function toOklch(colour: HexColour): Oklch {
  const [r, g, b] = linearChannels(colour)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const greenRed = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const blueYellow = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(greenRed, blueYellow),
    h: ((Math.atan2(blueYellow, greenRed) * 180) / Math.PI + 360) % 360,
  }
}

/** The reverse of `toOklch`; what a screen cannot show is cut off at its limits. */
export function fromOklch({ l, c, h }: Oklch): HexColour {
  const [greenRed, blueYellow] = [Math.cos, Math.sin].map((axis) => c * axis((h * Math.PI) / 180)) as [
    number,
    number,
  ]
  const long = (l + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3
  const medium = (l - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3
  const short = (l - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3
  return hexOf(
    [
      4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
    ]
      .map((part) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))
      .map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255)),
  )
}

/** The scale of a brand's colours is designed for this chroma, that of #173366. */
const DRAWN_CHROMA = 0.0961

/** From what a brand's scale is derived: its hue, and its chroma as a share of the one that the scale is designed for. */
export function brandTone(colour: HexColour): { hue: number; chroma: number } {
  const { c, h } = toOklch(colour)
  return { hue: h, chroma: Math.min(1.2, c / DRAWN_CHROMA) }
}

function luminance(colour: HexColour): number {
  const [r, g, b] = linearChannels(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colours, 1 to 21, as WCAG 2 calculates it. */
export function contrastOf(one: HexColour, other: HexColour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** `share` (0 to 1) of `other` mixed into `colour`. */
export function mixColours(colour: HexColour, other: HexColour, share: number): HexColour {
  const added = channels(other)
  const mixed = channels(colour).map((channel, index) =>
    Math.round(channel + (added[index]! - channel) * share),
  )
  return hexOf(mixed)
}

const hexOf = (channels: readonly number[]): HexColour =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
