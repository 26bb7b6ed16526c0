import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll } from 'vitest'
import type { LaboratoryApiSettings } from '../../api-settings.ts'
import { openShop, type Shop } from '../../orders/testing/order-fixture.ts'
import { createLaboratory, type Laboratory } from './laboratory.ts'

export interface LaboratoryOfFile {
  database: TestDatabase
  shop: Shop
  laboratory: Laboratory
}

/** A shop and the laboratory that reports to it, for the tests of one file. Read its members inside tests. */
export function laboratoryOfFile(settings?: Partial<LaboratoryApiSettings>): LaboratoryOfFile {
  const house = {} as LaboratoryOfFile
  beforeAll(async () => {
    house.database = await openTestDatabase()
    house.shop = await openShop(house.database, settings)
    house.laboratory = createLaboratory(house.shop)
  })
  afterAll(async () => {
    await house.shop?.close()
    await house.database?.close()
  })
  return house
}
