import { expect, test } from 'vitest'
import { deskLink, shopLink } from './page-links.ts'

const publicUrl = 'https://shop.example'
const deskUrl = 'https://desk.example'

test('a link has its parameters, its query and its fragment', () => {
  expect(shopLink({ publicUrl }, 'login')).toBe('https://shop.example/login')
  expect(shopLink({ publicUrl }, 'testResultPatientsList', { params: { testResultId: '0199d0f2' } })).toBe(
    'https://shop.example/test-results/0199d0f2/patients',
  )
  expect(shopLink({ publicUrl }, 'orderSubmitted', { query: { orderId: '0199d0f2' } })).toBe(
    'https://shop.example/order/order-submitted?orderId=0199d0f2',
  )
  expect(shopLink({ publicUrl }, 'support', { fragment: 'S-12' })).toBe('https://shop.example/support#S-12')
  expect(deskLink({ deskUrl }, 'invitation', { fragment: { token: 'a_b-c' } })).toBe(
    'https://desk.example/invitation#token=a_b-c',
  )
})

test('every part of a link is encoded, and no id may be empty', { tags: ['ASVS-1.2.2'] }, () => {
  expect(deskLink({ deskUrl }, 'message', { params: { messageId: '../logout?' } })).toBe(
    'https://desk.example/messages/..%2Flogout%3F',
  )
  expect(shopLink({ publicUrl }, 'verifyReport', { query: { documentNumber: 'A&b=#' } })).toBe(
    'https://shop.example/verify-report?documentNumber=A%26b%3D%23',
  )
  expect(shopLink({ publicUrl }, 'support', { fragment: 'a b"' })).toBe(
    'https://shop.example/support#a%20b%22',
  )
  expect(() => deskLink({ deskUrl }, 'rightsRequest', { params: { requestId: '' } })).toThrow(
    'rightsRequest needs requestId',
  )
})
