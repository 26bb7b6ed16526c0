import { expect, test } from 'vitest'
import { askedBackPath, backPath, isBackPathKeyRejected } from './back-path.ts'

const none = new URLSearchParams()

test('back from adding to the cart leads to the item being added', () => {
  expect(backPath('addToCart', { addableType: 'profile', addableId: '3' }, none)).toBe('/profiles/3')
  expect(backPath('addToCart', { addableType: 'analysis', addableId: '3' }, none)).toBe('/search/analysis/3')
  // Several have no page of their own.
  expect(backPath('addToCart', { addableType: 'analysis', addableId: '3-4' }, none)).toBe('/search')
})

test('backPathKey overrides the parent and takes its parameters from this address', {
  tags: ['SPEC-2-BACK-PATH-KEY', 'SPEC-2-EDIT-PATIENT-BACK-PATH-KEY'],
}, () => {
  const search = new URLSearchParams('backPathKey=callDetails')
  expect(backPath('dataConfirmed', {}, search)).toBe('/order/call-details')
  expect(backPath('editPatient', { patientId: 'p' }, new URLSearchParams('backPathKey=cart'))).toBe(
    '/order/cart',
  )
})

test('an unknown, repeated or array-valued backPathKey, or one that lacks a parameter, is rejected: Back leads to the parent', {
  tags: ['SPEC-5-BACK-PATH-KEY-UNKNOWN', 'SPEC-5-BACK-PATH-KEY-ARRAY'],
}, () => {
  for (const search of [
    'backPathKey=nowhere',
    'backPathKey=toString',
    'backPathKey=',
    'backPathKey=cart&backPathKey=home',
    'backPathKey[]=cart',
    'backPathKey[0]=cart',
    'backPathKey=document',
  ]) {
    const query = new URLSearchParams(search)
    expect(() => askedBackPath({}, query), search).toThrow()
    expect(isBackPathKeyRejected({}, query), search).toBe(true)
    expect(backPath('search', {}, query), search).toBe('/')
  }
})

test('pathnameToReturn overrides the parent when it is a path of this shop', {
  tags: ['SPEC-2-BACK-PATHNAME-TO-RETURN'],
}, () => {
  const back = (value: string) =>
    backPath('createPatient', {}, new URLSearchParams({ pathnameToReturn: value }))
  expect(back('/add-to-cart/profile/3?step=2')).toBe('/add-to-cart/profile/3?step=2')
  expect(back('https://evil.example/')).toBe('/patients')
  expect(back('//evil.example')).toBe('/patients')
  expect(back('/nowhere')).toBe('/patients')
})
