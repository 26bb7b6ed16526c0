import { createHash } from 'node:crypto'
import type { Messages } from '@lingui/core'

/** The file from which a browser gets the messages of its language, and its path; other content gets another name. */
export function messagesFile(locale: string, messages: Messages): { path: string; content: string } {
  const content = JSON.stringify(messages)
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  return { path: `assets/texts-${locale}-${hash}.json`, content }
}
