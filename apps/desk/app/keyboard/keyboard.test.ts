import { expect, test } from 'vitest'
import { keyOf } from './keyboard.tsx'

test('in a Cyrillic layout the keys of the desk are those of their places on the keyboard', () => {
  const keys = [
    { key: 'л', code: 'KeyK', ctrlKey: true },
    { key: 'л', code: 'KeyK' },
    { key: 'Л', code: 'KeyK' },
    { key: 'о', code: 'KeyJ' },
    { key: '.', code: 'Slash' },
    { key: ',', code: 'Slash', shiftKey: true },
  ]
  expect(keys.map(keyOf)).toEqual(['k', 'k', 'k', 'j', '/', '?'])
})

test('in a Latin layout what is typed counts, wherever the key is', () => {
  // Dvorak types t at the place of K, v at that of the full stop, and z at that of the slash.
  const keys = [
    { key: 't', code: 'KeyK' },
    { key: 'k', code: 'KeyV' },
    { key: 'K', code: 'KeyK' },
    { key: 'z', code: 'Slash' },
    { key: '.', code: 'KeyE' },
    { key: 'ł', code: 'KeyL' },
    { key: '/', code: 'Slash' },
    { key: '?', code: 'Digit7' },
  ]
  expect(keys.map(keyOf)).toEqual(['t', 'k', 'k', 'z', '.', 'ł', '/', '?'])
})

test('signs of a Cyrillic layout at their own places, and keys without a sign, stay what they are', () => {
  const keys = [
    { key: '.', code: 'Digit7' },
    { key: '/', code: 'Backslash' },
    { key: '?', code: 'Digit7' },
    { key: 'ж', code: 'Semicolon' },
    { key: 'ArrowDown', code: 'ArrowDown' },
    { key: 'Enter', code: 'Enter' },
  ]
  expect(keys.map(keyOf)).toEqual(['.', '/', '?', 'ж', 'ArrowDown', 'Enter'])
})
