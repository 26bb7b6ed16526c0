import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../../../storefront/app/testing/page-html.tsx'
import { ValuesCard } from './values-card.tsx'

const value = (name: string, judged: { interpretation: 'abnormal' | 'criticalLow'; isCritical?: true }) => ({
  name,
  value: `value of ${name}`,
  range: null,
  ...judged,
})

test('each critical value is marked as one, a finding in words too', () => {
  const values = [
    value('haemoglobin', { interpretation: 'criticalLow' }),
    value('blood film', { interpretation: 'abnormal', isCritical: true }),
    value('urine', { interpretation: 'abnormal' }),
  ]
  const found = { test: 'Blood count', sampled: 'Tue 6 Mar', comment: null, values }
  const words = wordsOf(pageHtml(<ValuesCard found={found} came={null} />, 'en'))
  expect(words).toMatch(
    /value of haemoglobin\W*critically low.*value of blood film\W*critically abnormal.*value of urine\W*—/s,
  )
})
