import { contrastOf } from '@shop/domain/colour'
import { z } from 'zod'

/** Buttons and mails show white text on the colour. */
const CONTRAST_WITH_WHITE = 7
const text = z.string().trim().min(1)

const partnerTextsSchema = z.strictObject({
  /** One sentence: who this is and what people get. */
  about: text,
  supportHours: text,
  company: text,
  address: text,
  registration: text,
  licence: text,
  /** By whom the laboratory is accredited, and to which standard, in its own words; null: nothing is said. */
  accreditation: text.nullable(),
  bank: text,
  /** States that the shop is a demonstration; null for a real one. */
  demonstration: text.nullable(),
})

/** `partners/{slug}/partner.json`: who runs the shop. */
export const partnerSchema = z.strictObject({
  brand: text,
  /** The primary colour; all others of the theme are derived from it. */
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'a colour such as #173366')
    .refine((colour) => contrastOf(colour, '#ffffff') >= CONTRAST_WITH_WHITE, {
      error: `too light: white text on it needs a contrast of ${CONTRAST_WITH_WHITE}`,
      abort: true,
    }),
  phone: z.string().regex(/^\+[\d -]{7,}$/, 'a phone number such as +375 17 000-00-00'),
  supportEmail: z.email(),
  personalDataEmail: z.email(),
  texts: z.strictObject({
    en: partnerTextsSchema,
    ru: partnerTextsSchema,
    pl: partnerTextsSchema,
    be: partnerTextsSchema,
  }),
})
export type Partner = z.infer<typeof partnerSchema>

/** The partner's pictures, beside its `partner.json`; each is served at the root under its name. */
export const PARTNER_IMAGES = [
  'logo.svg',
  'favicon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
  'og.png',
] as const
