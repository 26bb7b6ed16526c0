import { LOCALES } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { laboratoryName } from './laboratory-name.ts'

const MINSK = { en: 'Minsk', ru: 'Минск', pl: 'Mińsk', be: 'Мінск' }
const STREET = { en: 'Nemiga Street 5', ru: 'улица Немига, 5', pl: 'ulica Niemiha 5', be: 'вуліца Няміга, 5' }
const laboratory = (callable: boolean) => ({ city: MINSK, address: STREET, callable })

test('a laboratory that comes home is named in the reader’s language, a branch as on its sign', () => {
  const named = (callable: boolean) => LOCALES.map((locale) => laboratoryName(laboratory(callable), locale))
  expect(named(true).toSorted()).toEqual([
    'Home visits, Minsk',
    'Wizyty domowe, Mińsk',
    'Выезды дадому, Мінск',
    'Выезды на дом, Минск',
  ])
  expect(new Set(named(false))).toEqual(new Set(['Минск, улица Немига, 5']))
})
