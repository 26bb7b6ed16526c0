import argon2 from '@node-rs/argon2'

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

/** Whether a hash was made with other parameters than those of today. */
export function isOutdatedHash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = PARAMETERS
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}
