import { expect, test } from 'vitest'
import { cartFromStored, cartToStored, draftFromStored, draftToStored } from './stored-cart.ts'

const choices = { analysisIdsByPatientId: { p1: [1] }, pregnantPatientIds: [] }
const decisions = { p1: { 40: true } }

test('a cart of format 1 is read by the wire name, one of format 2 by the name of the shop’s code', () => {
  const first = { ...choices, isBoughtOptionalMaterialMap: decisions }
  const cart = { ...choices, materialDecisions: decisions }
  expect(cartFromStored(first)).toEqual(cart)
  expect(cartFromStored({ ...cart, isBoughtOptionalMaterialMap: {} })).toEqual(cart)
})

test('a cart is stored with both names, for processes of both releases', () => {
  const cart = { ...choices, materialDecisions: decisions }
  expect(cartToStored(cart)).toEqual({ ...cart, isBoughtOptionalMaterialMap: decisions })
  expect(cartFromStored(cartToStored(cart))).toEqual(cart)
})

test('an order draft is stored with the names of every release, and read with those of the shop’s code', () => {
  const time = { date: '2026-03-12T08:30:00+03:00', laboratoryId: 1 }
  const call = { visitDate: time.date, laboratoryId: 2, phone: '+375290001234' }
  const stored = {
    nurseCheckout: time,
    feedbackDetails: { useEmail: true, usePhone: false, quickPhone: '+375290001234' },
    callDetails: call,
    lastOrder: null,
  }
  const draft = {
    chosenTime: time,
    feedback: { useEmail: true, usePhone: false, contactPhone: '+375290001234' },
    homeCall: call,
    lastOrder: null,
  }
  expect(draftFromStored(stored)).toEqual(draft)
  expect(draftToStored(draft)).toEqual(stored)
  // A record that does not exist yet.
  expect(draftFromStored({})).toEqual({
    feedback: { useEmail: true, usePhone: true, contactPhone: '' },
  })
})
