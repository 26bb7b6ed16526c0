import { brandTone } from '@shop/domain/colour'

/** Custom properties of `<html>` from which `tokens.css` derives the brand's colour scale. */
export type BrandTheme = Record<'--brand-colour' | '--brand-hue' | '--brand-chroma', string>

/** The theme of a partner's primary colour. */
export function brandTheme(colour: string): BrandTheme {
  const { hue, chroma } = brandTone(colour)
  return {
    '--brand-colour': colour,
    '--brand-hue': hue.toFixed(0),
    '--brand-chroma': chroma.toFixed(2),
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
