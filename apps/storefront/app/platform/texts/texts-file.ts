import { createHash } from 'node:crypto'
import type { Texts } from './merge-texts.ts'

/** The file in which a browser gets the texts of its language, and its address; another content has another name. */
export function textsFile(locale: string, texts: Texts): { path: string; content: string } {
  const content = JSON.stringify(texts)
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  return { path: `assets/texts-${locale}-${hash}.json`, content }
}
