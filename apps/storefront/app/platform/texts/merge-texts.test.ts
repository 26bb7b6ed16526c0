import { expect, test } from 'vitest'
import { mergeTexts } from './merge-texts.ts'

test('files of the folder common become one namespace, others their own', () => {
  expect(
    mergeTexts({
      'en/common/shell.json': { shell: { back: 'Back' } },
      'en/common/order.json': { order: { title: 'Order' } },
      'en/cart.json': { title: 'Cart' },
      'ru/cart.json': { title: 'Корзина' },
    }),
  ).toEqual({
    en: { common: { shell: { back: 'Back' }, order: { title: 'Order' } }, cart: { title: 'Cart' } },
    ru: { cart: { title: 'Корзина' } },
  })
})

test('two files of a namespace do not share a key', () => {
  const files = { 'en/common/a.json': { title: 'A' }, 'en/common/b.json': { title: 'B' } }
  expect(() => mergeTexts(files)).toThrow('title')
})
