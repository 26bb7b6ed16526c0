import { foldName } from '@shop/domain/fold-name'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { foldedName } from '../folded-name.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'

const house = laboratoryOfFile()

test('a name is found with and without its accents, apostrophes and capitals, whichever of them it was typed with', async () => {
  const customer = await house.shop.customer()
  const { client } = await createStaff(house.shop.api, everywhere('reception'))
  const found = async (text: string) => (await client.searchOrders({ text })).map((one) => one.id)
  for (const [firstName, lastName, ...typed] of [
    ['Żaneta', 'Woźniakówna', 'wozniakowna', 'WOŹNIAKÓWNA', 'Zaneta Wozniak', 'Woźniak Żan'],
    ['Алёна', 'Ёлкина-Чёрная', 'елкина', 'Ёлкина-Чер', 'елкина алена', 'Алёна ЁЛК'],
    ['Władysław', 'Łobodziński', 'lobodzin', 'Łobodziński Władysław', 'wladyslaw łobo'],
    ['Дар’я', 'Ўласава', 'уласава', 'Дарʼя Ўласава', "Дар'я ўлас"],
  ] as const) {
    const patient = await house.shop.api.createPatient(customer, { firstName, lastName })
    const { id } = await house.shop.placeOrder({ ...customer, patientId: patient.id })
    for (const text of typed) expect(await found(text), text).toEqual([id])
    const { rows } = await house.database.queries.execute<{ folded: string }>(
      sql`select ${foldedName(sql`last_name`)} as folded from laboratory.order_patient where order_id = ${id}`,
    )
    expect(rows).toEqual([{ folded: foldName(lastName) }])
  }
  for (const text of ["''", '’ʼ', '``']) expect(await found(text), text).toEqual([])
})
