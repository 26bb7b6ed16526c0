import { Problem } from '@shop/contract/problem'
import type { ApiContext } from '../context.ts'
import { isBreachedPassword } from './breached-passwords.ts'
import { isCommonPassword } from './common-passwords.ts'
import { contextWords, isMadeOfWords, type PasswordOwner } from './context-words.ts'

interface NewPassword {
  password: string
  /** The form field that contained it. */
  path: string
  person: PasswordOwner
}

const REASONS = {
  password_too_common: 'a password that is too common',
  password_holds_known_words: 'little more than names and words that attackers try first',
  password_breached: 'a password that has leaked elsewhere',
} as const

async function faultOf(
  context: ApiContext,
  { password, person }: NewPassword,
): Promise<keyof typeof REASONS | null> {
  if (await isCommonPassword(password)) return 'password_too_common'
  const words = contextWords(context, person)
  if (await isMadeOfWords(password, words)) return 'password_holds_known_words'
  return (await isBreachedPassword(context, password)) ? 'password_breached' : null
}

/** @throws Problem `invalid_fields` at `path` for a password that would be guessed early */
export async function assertPasswordHardToGuess(context: ApiContext, wanted: NewPassword): Promise<void> {
  const code = await faultOf(context, wanted)
  if (!code) return
  throw new Problem('invalid_fields', { errors: [{ path: wanted.path, message: REASONS[code], code }] })
}
