import { expect, test } from 'vitest'
import { createTestShop } from '../testing/test-shop.ts'
import { paymentRedirect } from './create-order.server.ts'

function shopAt(publicUrl: string) {
  const { shop } = createTestShop({})
  return { ...shop, publicUrl, paymentPageHosts: ['checkout.bepaid.by', 'localhost:4000'] }
}

test.each([
  ['https://shop.example', 'https://checkout.bepaid.by/v2/checkout?token=1'],
  ['https://shop.example', 'https://shop.example/order/order-submitted?orderId=1'],
  ['http://localhost:3000', 'http://localhost:4000/sandbox/payment'],
])('a shop at %s redirects to %s', (publicUrl, url) => {
  expect(paymentRedirect(shopAt(publicUrl), url)).toBe(url)
})

test.each([
  ['https://shop.example', 'https://evil.example/checkout'],
  ['https://shop.example', 'http://checkout.bepaid.by/checkout'],
  ['https://shop.example', 'https://checkout.bepaid.by.evil.example/'],
  ['https://shop.example', 'https://checkout.bepaid.by@evil.example/'],
  ['https://shop.example', 'javascript:alert(1)'],
  ['https://shop.example', '//evil.example'],
  ['https://shop.example', 'https://'],
])('a shop at %s does not redirect to %s', { tags: ['ASVS-3.7.2'] }, (publicUrl, url) => {
  expect(() => paymentRedirect(shopAt(publicUrl), url)).toThrow('payment_provider_unavailable')
})
