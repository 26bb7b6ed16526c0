import { expect, test } from 'vitest'
import { compiledMessages } from './compiled-messages.ts'
import { createTexts } from './create-texts.ts'
import { type PreparationView, preparationItems } from './preparation-items.ts'

const { t } = createTexts({ locale: 'en', messages: compiledMessages('en'), partner: '' })
const items = (preparation: Partial<PreparationView>) =>
  preparationItems(
    {
      fastingHours: 0,
      fastFrom: null,
      fastingNote: null,
      beforeFeed: false,
      notes: [],
      urineContainer: null,
      ...preparation,
    },
    t,
  )

test('a fast has its beginning once the visit is chosen, and until then its hours in the catalogue’s words', () => {
  const fast = { fastingHours: 8, fastingNote: 'Do not eat for 8 hours.' }
  expect(items(fast)).toEqual([{ head: '8 hours before', text: 'Do not eat for 8 hours.' }])
  expect(items({ ...fast, fastFrom: 'Mon 23 Nov, 4:30' })).toEqual([
    { head: 'From Mon 23 Nov, 4:30', text: 'don’t eat; still water is fine' },
  ])
})

test('a baby is brought before the feed, and other notes follow in the order of the tests', () => {
  expect(items({ beforeFeed: true, notes: ['No sports.', 'No tea.'] }).map(({ text }) => text)).toEqual([
    'No fasting: the sample is collected right before the next feed.',
    'No sports.',
    'No tea.',
  ])
  expect(items({})).toEqual([])
})

test('who can still choose a container is told where to', () => {
  const [ordered] = items({ urineContainer: 'ordered' })
  expect(ordered!.text).toMatch(/^Collect the urine before the nurse comes.*filled\.$/)
  expect(items({ urineContainer: 'choose' })).toEqual([
    { text: `${ordered!.text} ${t('cart:preparation.ownContainer')}` },
  ])
})
