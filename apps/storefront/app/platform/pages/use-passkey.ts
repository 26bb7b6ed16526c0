import { useEffect, useState } from 'react'

/** Whether this browser can use passkeys of this address (browsers have none for an IP address); null until the script knows. */
export function usePasskeysHere(): boolean | null {
  const [isHere, setIsHere] = useState<boolean | null>(null)
  useEffect(() => {
    const isName = !/^[\d.]+$|^\[/.test(location.hostname)
    setIsHere(isName && window.isSecureContext && typeof PublicKeyCredential === 'function')
  }, [])
  return isHere
}

// The library comes when a button is pressed: no page loads it before.
const library = () => import('@simplewebauthn/browser')

/**
 * Has the browser ask for a passkey, as the server's `optionsPath` says; answers what the form sends. Throws
 * when nothing was chosen.
 */
export async function askForPasskey(optionsPath: string): Promise<string> {
  // Forms only are taken, an empty one too.
  const asked = fetch(optionsPath, { method: 'POST', body: new URLSearchParams() })
  const [{ startAuthentication }, answer] = await Promise.all([library(), asked])
  if (!answer.ok) throw new Error(`options: ${answer.status}`)
  const { challengeId, options } = await answer.json()
  return JSON.stringify({ challengeId, response: await startAuthentication({ optionsJSON: options }) })
}

/** Has the browser make a passkey; answers what the form sends. Throws when it was not made. */
export async function makePasskey({ challengeId, options }: NewPasskey): Promise<string> {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  return JSON.stringify({ challengeId, response: await startRegistration({ optionsJSON }) })
}

/** What the browser needs to make one. */
export interface NewPasskey {
  challengeId: string
  options: Record<string, unknown>
}
