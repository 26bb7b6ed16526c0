const IN_LINK = /(?:^|[#?&])token=([\w-]+)/

/** The secret in a mailed link, or in what stands behind its `#`; null: there is none. */
export const tokenOfLink = (link: string): string | null => IN_LINK.exec(link)?.[1] ?? null

/** What a form sends as its link: the whole of it, as somebody without scripts pastes it, or the secret alone. */
export const readLinkToken = (pasted: string | undefined): string =>
  tokenOfLink(pasted ?? '') ?? (pasted ?? '').trim()
