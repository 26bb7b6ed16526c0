import { useEffect, useState } from 'react'

/**
 * Whether this browser can use passkeys for this address (not possible for an IP address); null until the script
 * knows.
 */
export function usePasskeysHere(): boolean | null {
  const [isHere, setIsHere] = useState<boolean | null>(null)
  useEffect(() => {
    const isName = !/^[\d.]+$|^\[/.test(location.hostname)
    setIsHere(isName && window.isSecureContext && typeof PublicKeyCredential === 'function')
  }, [])
  return isHere
}

// The library loads when a button is pressed: no page loads it before.
const library = () => import('@simplewebauthn/browser')

/**
 * Makes the browser ask for a passkey with the options from the server's `optionsPath`; returns what the form sends.
 * Throws when none was chosen.
 */
export async function askForPasskey(optionsPath: string): Promise<string> {
  // The server accepts forms only, so an empty one is sent.
  const asked = fetch(optionsPath, { method: 'POST', body: new URLSearchParams() })
  const [{ startAuthentication }, answer] = await Promise.all([library(), asked])
  if (!answer.ok) throw new Error(`options: ${answer.status}`)
  // The server's own answer, without a check: its bytes would load with every page that has the button.
  const { challengeId, options }: NewPasskey = await answer.json()
  const response = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })
  return JSON.stringify({ challengeId, response })
}

/** Makes the browser create a passkey; returns what the form sends. Throws when none was created. */
export async function makePasskey({ challengeId, options }: NewPasskey): Promise<string> {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  return JSON.stringify({ challengeId, response: await startRegistration({ optionsJSON }) })
}

/** What the browser needs to create one, or to use one. */
export interface NewPasskey {
  challengeId: string
  options: Record<string, unknown>
}
