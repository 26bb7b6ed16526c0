import { toOklch } from '@shop/domain/colour'

/** Custom properties of `<html>` from which `tokens.css` derives the brand's colour scale. */
export type BrandTheme = Record<'--brand-colour' | '--brand-hue' | '--brand-chroma', string>

/** The scale is designed for this chroma, that of #173366. */
const DRAWN_CHROMA = 0.0961

/** The theme of a partner's primary colour. */
export function brandTheme(colour: string): BrandTheme {
  const { c, h } = toOklch(colour)
  return {
    '--brand-colour': colour,
    '--brand-hue': h.toFixed(0),
    '--brand-chroma': Math.min(1.2, c / DRAWN_CHROMA).toFixed(2),
  }
}

/** The theme that a page was served with. */
export function servedTheme({ style }: HTMLElement): BrandTheme {
  return {
    '--brand-colour': style.getPropertyValue('--brand-colour'),
    '--brand-hue': style.getPropertyValue('--brand-hue'),
    '--brand-chroma': style.getPropertyValue('--brand-chroma'),
  }
}
