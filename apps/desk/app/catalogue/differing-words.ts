/** A number stays whole with its point, a letter with its marks, a character with its halves. */
const OF_WORD = /[\p{L}\p{M}\p{N}\p{Cs}.,]/u

const isWithinWord = (text: string, place: number): boolean =>
  OF_WORD.test(text[place - 1] ?? '') && OF_WORD.test(text[place] ?? '')

/** What two texts begin and end with alike, in whole words, and what differs between. */
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
