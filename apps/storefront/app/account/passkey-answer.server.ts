import { type PasskeyAnswer, passkeyAnswerSchema } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'

/** What the browser's passkey has signed, as the button's script put it into the form. @throws Problem `passkey_refused` */
export function readPasskeyAnswer(text: string | undefined): PasskeyAnswer {
  try {
    return passkeyAnswerSchema.parse(JSON.parse(text ?? ''))
  } catch {
    throw new Problem('passkey_refused')
  }
}
