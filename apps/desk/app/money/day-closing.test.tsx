import { expect, test } from 'vitest'
import { pageHtml } from '../../../storefront/app/testing/page-html.tsx'
import MoneyClosing from '../routes/money-closing.tsx'

type Props = Parameters<typeof MoneyClosing>[0]

test('the sums of a day stand below each other, without the counts, which have columns of their own', () => {
  const sum = { currency: 'BYN', givenBack: '0.00 BYN', givenBackCount: 0, left: '291.40 BYN' }
  const sums = [
    { ...sum, provider: 'bepaid', received: '291.40 BYN', receivedCount: 7 },
    { ...sum, provider: 'stripe', received: '1,050.00 BYN', receivedCount: 112 },
  ]
  const props = { loaderData: { date: '2040-03-06', day: '6 March 2040', isOver: true, sums } }
  const html = pageHtml(<MoneyClosing {...(props as unknown as Props)} />)
  const cells = [...html.matchAll(/<td class="deskSum">([^<]*)<\/td>/g)].map(([, text]) => text)
  expect(cells).toEqual([
    ...['291.40 BYN', '7', '0.00 BYN', '0', '291.40 BYN'],
    ...['1,050.00 BYN', '112', '0.00 BYN', '0', '291.40 BYN'],
  ])
})
