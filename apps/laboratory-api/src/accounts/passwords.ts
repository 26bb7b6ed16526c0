import { availableParallelism } from 'node:os'
import argon2 from '@node-rs/argon2'
import { Problem } from '@shop/contract/problem'
import { queueOf } from '@shop/server/task-queue'

// Argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * One processor is left for answering requests, and one of the four pool threads for compressing pages and
 * looking up names.
 */
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1))
/** About two seconds of work. */
const MOST_WAITING = 60 * CONCURRENCY
const RETRY_SECONDS = 2
const queue = queueOf(CONCURRENCY, MOST_WAITING)

/**
 * Hashes in a queue: many concurrent logins wait for each other, and other requests do not wait for them.
 * @throws Problem `not_ready`
 */
export function inHashingQueue<Value>(work: () => Promise<Value>): Promise<Value> {
  if (queue.isFull()) throw new Problem('not_ready', { retryAfter: RETRY_SECONDS })
  return queue.run(work)
}

/** The part of a password that counts: letters are equal whichever keyboard typed them. */
export const normalised = (password: string): string => password.normalize('NFKC')

let unknownAccountHash: Promise<string> | undefined

/** @throws Problem `not_ready` when too many wait */
export async function hashPassword(password: string): Promise<string> {
  return inHashingQueue(() => argon2.hash(normalised(password), PARAMETERS))
}

/**
 * Whether the password is right; for an unknown account (null) it takes as long and is false.
 * @throws Problem `not_ready` when too many wait
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  unknownAccountHash ??= argon2.hash('no account has this password', PARAMETERS)
  const hash = passwordHash ?? (await unknownAccountHash)
  const matches = await inHashingQueue(() => argon2.verify(hash, normalised(password)))
  return matches && passwordHash !== null
}

/** Whether a hash was made with parameters other than the current ones. */
export function isOutdatedHash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = PARAMETERS
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}
