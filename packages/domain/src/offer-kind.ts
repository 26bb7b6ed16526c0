/** What the catalogue offers: single analyses, and profiles of several. */
export const OFFER_KINDS = ['analysis', 'profile'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]
