import argon2 from '@node-rs/argon2'
import { Problem } from '@shop/contract/problem'
import { isCommonPassword } from './common-passwords.ts'

// Argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let unknownAccountHash: Promise<string> | undefined

export function hashPassword(password: string): Promise<string> {
  return argon2.hash(password.normalize('NFKC'), PARAMETERS)
}

/** Whether the password is the one; for an unknown account (null) it takes as long and is false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  unknownAccountHash ??= hashPassword('no account has this password')
  const matches = await argon2.verify(passwordHash ?? (await unknownAccountHash), password.normalize('NFKC'))
  return matches && passwordHash !== null
}

/** @throws Problem `invalid_fields` at `path` for a password that is guessed first */
export async function assertPasswordUncommon(path: string, password: string, email: string): Promise<void> {
  const lower = password.toLowerCase()
  const ownAddress = lower === email || lower === email.split('@')[0]
  if (!ownAddress && !(await isCommonPassword(lower))) return
  throw new Problem('invalid_fields', {
    errors: [{ path, message: 'too common a password', code: 'password_too_common' }],
  })
}
