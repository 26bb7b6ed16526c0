import { createHash } from 'node:crypto'
import type { Messages } from '@lingui/core'

/** The file in which a browser gets the messages of its language, and its address; another content has another name. */
export function messagesFile(locale: string, messages: Messages): { path: string; content: string } {
  const content = JSON.stringify(messages)
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  return { path: `assets/texts-${locale}-${hash}.json`, content }
}
