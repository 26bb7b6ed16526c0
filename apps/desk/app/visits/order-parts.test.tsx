import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../../../storefront/app/testing/page-html.tsx'
import { SamplesForm } from './order-parts.tsx'

const patient = {
  patientId: 'anna',
  name: 'Kowalska Anna',
  gender: null,
  dateOfBirth: null,
  pregnant: null,
  analysisCount: 9,
  tests: [],
  specimens: [],
}
const container = { millilitres: 4, testCount: 9, isBrought: false }

test('of two tubes of one kind each field has its own id and its own label', () => {
  const html = pageHtml(
    <SamplesForm
      visit={{ orderId: 'one', version: 0 }}
      patients={[
        {
          ...patient,
          containers: [
            { ...container, id: 1, name: 'Serum, yellow cap', count: 2 },
            { ...container, id: 2, name: 'EDTA, lavender cap', count: 1 },
          ],
        },
      ]}
    />,
  )
  const fields = [...html.matchAll(/<input[^>]* name="(label:[^"]*)"[^>]*>/g)]
  expect(fields.map(([, name]) => name)).toEqual(['label:anna:1', 'label:anna:1', 'label:anna:2'])
  const ids = fields.map(([tag]) => / id="([^"]*)"/.exec(tag)![1]!)
  const labels = ids.map((id) =>
    wordsOf(new RegExp(`<label[^>]* for="${id}"[^>]*>(.*?)</label>`).exec(html)![1]!),
  )
  expect(new Set(ids).size).toBe(3)
  expect(labels.map((label) => label.replace(/ ?\(?optional\)?/, ''))).toEqual([
    'Kowalska Anna: Serum, yellow cap, 1 of 2',
    'Kowalska Anna: Serum, yellow cap, 2 of 2',
    'Kowalska Anna: EDTA, lavender cap',
  ])
})
