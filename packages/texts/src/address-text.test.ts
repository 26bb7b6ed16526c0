import { expect, test } from 'vitest'
import { houseText, insideText } from './address-text.server.ts'
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
  expect(insideText({ flat: '48', entrance: '2', floor: '4', notes: 'the bell is broken' }, t)).toBe(
    'flat 48, entrance 2, floor 4, the bell is broken',
  )
  expect(insideText({ flat: '', floor: '4' }, t)).toBe('floor 4')
})
