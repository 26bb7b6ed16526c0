import { hash } from 'node:crypto'
import { describeError } from '@shop/server/log'
import type { ApiContext } from '../context.ts'
import { normalised } from './passwords.ts'

const PREFIX_LENGTH = 5
const PATIENCE_MS = 2_000

/**
 * Whether a password, normalised as it is before hashing, is among those that leaked, by the range protocol of
 * Have I Been Pwned: five characters of the digest are sent, and all digests with this prefix are returned.
 * Without an answer the password is accepted: an outside service must not lock anyone out.
 */
export async function isBreachedPassword(
  { settings, fetch, logger }: Pick<ApiContext, 'settings' | 'fetch' | 'logger'>,
  password: string,
): Promise<boolean> {
  if (!settings.breachedPasswordsUrl) return false
  const digest = hash('sha1', normalised(password), 'hex').toUpperCase()
  const [prefix, suffix] = [digest.slice(0, PREFIX_LENGTH), digest.slice(PREFIX_LENGTH)]
  try {
    const answer = await fetch(`${settings.breachedPasswordsUrl}/range/${prefix}`, {
      // Padding hides the number of matches from anyone watching the network; padded lines have count 0.
      headers: { 'Add-Padding': 'true', 'User-Agent': 'laboratory-shop' },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    const lines = (await answer.text()).split(/\r?\n/)
    return lines.some((line) => {
      const [candidate, count] = line.trim().split(':')
      return candidate?.toUpperCase() === suffix && Number(count) > 0
    })
  } catch (error) {
    logger.warn(describeError(error), 'breached passwords could not be checked')
    return false
  }
}
