import { type PasskeyAnswer, passkeyAnswerSchema } from '@shop/contract/accounts'

/** What the browser's passkey has signed, as sent in the form; an unreadable one becomes a passkey without an owner. */
export function passkeyOf(form: FormData): PasskeyAnswer {
  try {
    return passkeyAnswerSchema.parse(JSON.parse(String(form.get('passkey'))))
  } catch {
    const [response, clientExtensionResults] = [{}, {}]
    const placeholder = { id: '-', rawId: '-', type: 'public-key' as const, response, clientExtensionResults }
    return { challengeId: crypto.randomUUID(), response: placeholder }
  }
}
