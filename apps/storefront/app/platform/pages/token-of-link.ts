const IN_LINK = /(?:^|[#?&])token=([\w-]+)/

/** The secret in a mailed link, or in its hash; null if there is none. */
export const tokenOfLink = (link: string): string | null => IN_LINK.exec(link)?.[1] ?? null

/** The secret that a form sends: from a whole link, as pasted by visitors without scripts, or the secret alone. */
export const readLinkToken = (pasted: string | undefined): string =>
  tokenOfLink(pasted ?? '') ?? (pasted ?? '').trim()
