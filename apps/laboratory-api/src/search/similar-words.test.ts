import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'
import { indexSimilarWords } from './similar-words.ts'

const word = fc.string({ unit: fc.constantFrom('а', 'б', 'в', 'г', '1'), minLength: 1, maxLength: 12 })

async function findAll(words: string[], wanted: string, maxDistance: number, asBeginning: boolean) {
  const found = new Map<string, number>()
  const index = await indexSimilarWords(words)
  index.find(wanted, { maxDistance, asBeginning }, (number, distance) => found.set(words[number]!, distance))
  return found
}

test.each([false, true])(
  'every word that a full comparison finds is found (beginnings: %s)',
  async (asBeginning) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(word, { maxLength: 30 }),
        // Shorter words with two mistakes may share no pair of letters; they are never looked up.
        fc.string({ unit: fc.constantFrom('а', 'б', 'в', 'г', '1'), minLength: 7, maxLength: 12 }),
        async (words, wanted) => {
          const near = words.filter((other) => editDistance(wanted, other, 2, asBeginning) <= 2)
          const found = await findAll(words, wanted, 2, asBeginning)
          expect([...found.keys()].toSorted()).toEqual(near.toSorted())
        },
      ),
    )
  },
)

test('the number of mistakes is reported, and nothing of the query before is kept', async () => {
  const words = ['глюкоза', 'глюкозы', 'глюкагон']
  const index = await indexSimilarWords(words)
  for (let repeat = 0; repeat < 2; repeat++) {
    const found: [string, number][] = []
    index.find('глюкза', { maxDistance: 2, asBeginning: false }, (number, distance) =>
      found.push([words[number]!, distance]),
    )
    expect(found).toEqual([
      ['глюкоза', 1],
      ['глюкозы', 2],
    ])
  }
})
