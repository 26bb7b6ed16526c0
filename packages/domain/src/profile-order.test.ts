import { expect, test } from 'vitest'
import { sortProfiles } from './profile-order.ts'

function sortedNames(...names: string[]): string[] {
  return sortProfiles(names.map((name) => ({ name }))).map(({ name }) => name)
}

test('numbered profiles below ten come first, then other profiles, then all others', {
  tags: ['SPEC-4-PROFILES-SORTED'],
}, () => {
  const names = ['Vegan check', 'Профиль 10. Анемия', 'Профиль 3. Мужское здоровье', 'Кардиориск']
  expect(sortedNames(...names)).toEqual([
    'Профиль 3. Мужское здоровье',
    'Профиль 10. Анемия',
    'Vegan check',
    'Кардиориск',
  ])
})

test('the number may be before the word', () => {
  expect(sortedNames('Профиль 11. Операция', '12. Профиль «Б»', '4. Профиль «А»')).toEqual([
    '4. Профиль «А»',
    '12. Профиль «Б»',
    'Профиль 11. Операция',
  ])
})

test('a profile without a number is among the other profiles', () => {
  expect(sortedNames('Ёлка', 'Профиль беременной', 'Профиль 9. Диабет')).toEqual([
    'Профиль 9. Диабет',
    'Профиль беременной',
    'Ёлка',
  ])
})

test('the word as a part of another word does not count', () => {
  expect(sortedNames('Онкопрофиль 1', 'Профиль 20. Аутоиммунный')).toEqual([
    'Профиль 20. Аутоиммунный',
    'Онкопрофиль 1',
  ])
})

test('within a group the order is alphabetical, with ё after е, and the given list stays as it is', {
  tags: ['SPEC-4-PROFILES-SORTED'],
}, () => {
  const given = [{ name: 'Жизнь' }, { name: 'Ёж' }, { name: 'Ель' }, { name: 'Apple' }]
  expect(sortProfiles(given).map(({ name }) => name)).toEqual(['Apple', 'Ёж', 'Ель', 'Жизнь'])
  expect(given[0]).toEqual({ name: 'Жизнь' })
})
