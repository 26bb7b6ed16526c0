import { INTERPRETATION } from '@shop/contract/fhir'
import { asKnown, INTERPRETATIONS, interpretationOf, KNOWN_INTERPRETATIONS } from '@shop/domain/results'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ownerOf } from '../../encryption/sealing.ts'
import { observation } from '../../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../../fhir/testing/laboratory-of-file.ts'
import { createStaff, everywhere } from '../../staff/testing/staff-fixture.ts'
import { observations } from '../tables.ts'
import { HAEMOGLOBIN, PLATELETS, reportedResult } from '../testing/reported-result.ts'

const house = laboratoryOfFile({ resultRelease: 'critical' })

const coded = (code: string) => [{ coding: [{ system: INTERPRETATION, code }] }]
const reported = async () => {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer, (request) => [
    observation(request, HAEMOGLOBIN, { valueString: 'cold agglutinins', interpretation: coded('AA') }),
    observation(request, PLATELETS, { valueString: 'clumps', interpretation: coded('A') }),
  ])
  const { client, patientId } = customer
  const read = () => client.analysisResult(result.id, patientId, result.analysisResultId)
  return { ...result, customer, read }
}

test('a critical finding in words is one like a critical number: held, on the list of calls, in the mail', {
  tags: ['slow'],
}, async () => {
  const { client } = await createStaff(house.shop.api, everywhere('laboratory'))
  const { analysisResultId: id, customer, read } = await reported()
  expect((await client.heldResults()).results).toMatchObject([{ id, hasCritical: true }])
  expect(await client.criticalValues({})).toMatchObject([{ id, isOpen: true }])
  const { values } = await client.criticalValue(id)
  expect(values.map(interpretationOf)).toEqual(['criticalAbnormal', 'abnormal'])
  const { version } = await client.heldResult(id)
  await client.releaseResult(id, { version })
  const mail = await house.shop.api.mailServer.take({ to: customer.user.email, subject: /result is ready/ })
  expect(mail.text).toContain('needs a doctor’s attention today')
  const result = await read()
  expect(result).toMatchObject({ hasCritical: true, outsideCount: 2, judgedCount: 2 })
  expect(result.observations.map(interpretationOf)).toEqual(['criticalAbnormal', 'abnormal'])
  // The release before knows no other word.
  expect(result.observations.map(({ interpretation }) => interpretation)).toEqual(['abnormal', 'abnormal'])
})

test('its laboratory reads what it has sent', async () => {
  const { analysisResultId } = await reported()
  const { body: report } = await house.laboratory.call('GET', `/DiagnosticReport/${analysisResultId}`)
  const codes = await Promise.all(
    report.result.map(async ({ reference }: { reference: string }) => {
      const { body } = await house.laboratory.call('GET', `/${reference}`)
      return body.interpretation[0].coding[0].code
    }),
  )
  expect(codes).toEqual(['AA', 'A'])
})

test('the release before reads it as an abnormal value', async () => {
  const { analysisResultId } = await reported()
  const { queries } = house.database
  const rows = await queries
    .select({ id: observations.id, sealed: observations.sealedValue })
    .from(observations)
    .where(eq(observations.analysisResultId, analysisResultId))
    .orderBy(observations.position)
  const stored = await Promise.all(
    rows.map(({ id, sealed }) =>
      house.shop.api.context.sealing.unseal(queries, 'result', ownerOf([id]), sealed!),
    ),
  )
  expect(stored.map((text) => JSON.parse(text).interpretation)).toEqual(['abnormal', 'abnormal'])
  for (const word of INTERPRETATIONS) {
    expect(KNOWN_INTERPRETATIONS).toContain(asKnown(word).interpretation)
    expect(interpretationOf(asKnown(word))).toBe(word)
  }
})
