import { expect, test } from 'vitest'
import { compiledMessages } from './compiled-messages.ts'
import { createTexts } from './create-texts.ts'
import { turnText } from './turn-text.server.ts'

const { t } = createTexts({ locale: 'en', messages: compiledMessages('en'), partner: '' })
const about = {
  patients: [
    { patientId: '1', firstName: 'Anna' },
    { patientId: '2', firstName: 'Pavel' },
  ],
  reader: { locale: 'en', businessTimeZone: 'Europe/Minsk' },
  t,
}
const turn = { id: '2', start: '2040-03-06T06:00:00Z', minutes: 15, mayEatFrom: null }

test('a turn names the person and the time in the business zone, and when somebody who fasts may eat', () => {
  expect(turnText(turn, about)).toBe('Pavel: about 9:00, 15\u00a0min.')
  expect(turnText({ ...turn, id: '1', mayEatFrom: '2040-03-06T06:15:00Z' }, about)).toBe(
    'Anna: about 9:00, 15\u00a0min. May eat from about 9:15.',
  )
})
