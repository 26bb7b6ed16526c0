/**
 * An answer with a ready one chosen: it takes the place of nothing or of another ready one, and follows what was typed.
 */
export function withReady(typed: string, chosen: string, ready: readonly { text: string }[]): string {
  const isOwn = typed.trim() !== '' && !ready.some(({ text }) => text === typed)
  return isOwn ? `${typed.trimEnd()}\n\n${chosen}` : chosen
}
