import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { TextField } from '../../ui/text-field.tsx'

const IN_LINK = /(?:^|[#?&])token=([\w-]+)/

/** The secret in a mailed link, or in its hash; null if there is none. */
export const tokenOfLink = (link: string): string | null => IN_LINK.exec(link)?.[1] ?? null

/** The secret that a form sends: from a whole link, as pasted by visitors without scripts, or the secret alone. */
export const readLinkToken = (pasted: string | undefined): string =>
  tokenOfLink(pasted ?? '') ?? (pasted ?? '').trim()

/**
 * The secret of a mailed link. It comes after the `#`, which browsers send to no one. Null until the script has read
 * it, and without scripts.
 */
export function useLinkToken(): string | null {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const found = tokenOfLink(hash)
    if (found) setToken(found)
  }, [hash])
  return token
}

/** The form's `token`: hidden if the link brought it, else a field to paste the link into. */
export function LinkTokenField({
  token,
  label,
  hint,
}: {
  token: string | null
  label: string
  hint: string
}) {
  if (token) return <input type="hidden" name="token" value={token} />
  return <TextField name="token" label={label} hint={hint} autoComplete="off" spellCheck={false} required />
}
