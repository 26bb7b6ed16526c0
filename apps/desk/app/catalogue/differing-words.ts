/** Two code units of one word: letters with their marks, a number with its point, the halves of one character. */
const WITHIN_WORD = /^(?:[\p{L}\p{M}\p{N}]{2}|\p{N}[.,]|[.,]\p{N}|[\u{10000}-\u{10FFFF}])$/u

const isWithinWord = (text: string, place: number): boolean =>
  place > 0 && WITHIN_WORD.test(text.slice(place - 1, place + 1))

/** What two texts share at the beginning and the end, in whole words, and what differs in between. */
export function differingWords(before: string, after: string) {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  while (isWithinWord(before, head) || isWithinWord(after, head)) head -= 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  while (isWithinWord(before, before.length - tail) || isWithinWord(after, after.length - tail)) tail -= 1
  return {
    head: before.slice(0, head),
    removed: before.slice(head, before.length - tail),
    added: after.slice(head, after.length - tail),
    tail: before.slice(before.length - tail),
  }
}
