import { expect, test } from 'vitest'
import { houseText, insideTexts } from './address-text.ts'
import { compiledMessages } from './compiled-messages.ts'
import { createTexts } from './create-texts.ts'

const address = { locality: 'Минск', street: 'улица Сурганова', houseNumber: '42' }

test('the region’s own town is named once, in the reader’s language, and any other town beside its region', () => {
  const region = { name: 'Minsk', names: ['Minsk', 'Минск', 'Mińsk', 'Мінск'] }
  expect(houseText({ region, address })).toBe('Minsk, улица Сурганова, 42')
  expect(houseText({ region, address: { ...address, locality: 'Боровая' } })).toBe(
    'Minsk, Боровая, улица Сурганова, 42',
  )
  expect(houseText({ region: null, address })).toBe('Минск, улица Сурганова, 42')
  expect(houseText({ region, address: { ...address, locality: '' } })).toBe('Minsk, улица Сурганова, 42')
})

test('the way inside names only what is known', () => {
  const { t } = createTexts({ locale: 'en', messages: compiledMessages('en'), partner: '' })
  expect(insideTexts({ flat: '48', entrance: '2', floor: '4' }, t)).toEqual([
    'flat 48',
    'entrance 2',
    'floor 4',
  ])
  expect(insideTexts({ flat: '', floor: '4' }, t)).toEqual(['floor 4'])
})
