import { markHit } from './mark-hit.ts'

/** A name with the searched words marked. */
export function Marked({ text, term }: { text: string; term: string }) {
  if (!term) return text
  return markHit(text, term).map(({ text: part, isHit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    isHit ? <mark key={index}>{part}</mark> : part,
  )
}
