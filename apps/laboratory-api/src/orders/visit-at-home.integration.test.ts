import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analysisId, type Customer, HOME_ADDRESS, openShop, type Shop } from './testing/order-fixture.ts'

const HOME_LABORATORY = 21
const URINALYSIS = '7001'
const URINE_CONTAINER = 40

let database: TestDatabase
let shop: Shop
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** A home visit for a urinalysis; the customer buys the container or has one. */
function placeCall(customer: Customer, { isBought }: { isBought: boolean }) {
  return shop.placeOrder(customer, {
    laboratoryId: HOME_LABORATORY,
    patients: [
      {
        patientId: customer.patientId,
        analysisIds: [analysisId(shop.api, URINALYSIS)],
        optionalMaterials: { [URINE_CONTAINER]: isBought },
        pregnant: false,
      },
    ],
    visit: {
      kind: 'homeCall',
      start: '2040-03-07T07:30:00+03:00',
      callableRegionId: 1,
      phone: '+375 29 111-22-33',
      address: { ...HOME_ADDRESS, addressNotes: '' },
    },
  })
}

async function paidCall(customer: Customer, container: { isBought: boolean }) {
  const order = await placeCall(customer, container)
  shop.bepaid.conclude(order.token, 'successful')
  await shop.notify(shop.bepaid.notification(order.token))
  return order
}

const unfolded = (calendar: string) => calendar.replace(/\r\n /g, '').replaceAll('\\,', ',')

test('an account whose home visit is to be paid knows that it is one', async () => {
  const customer = await shop.customer()
  const { id } = await placeCall(customer, { isBought: false })
  const { waitingOrder } = await customer.client.currentUser()
  expect(waitingOrder).toMatchObject({ id, visitKind: 'homeCall' })
})

test('the patient’s own container is named in the order, the mail and the calendar', async () => {
  const customer = await shop.customer()
  const { id, number } = await paidCall(customer, { isBought: false })
  const order = await customer.client.order(id)
  expect(order.patients[0]?.broughtMaterials).toEqual([
    { id: URINE_CONTAINER, name: 'Sterile urine container, 100 mL' },
  ])
  const mail = await shop.api.mailServer.take({
    to: customer.user.email,
    subject: new RegExp(`Order ${number} is paid`),
  })
  expect(mail.text).toContain('Have your own container ready: Sterile urine container, 100 mL.')
  expect(mail.text).not.toContain('before the nurse comes')
  const calendar = unfolded(await (await customer.client.orderCalendar(id)).text())
  expect(calendar).toContain('Have your own container ready: Sterile urine container')
})

test('a patient who buys the container is told to get one before the nurse comes', async () => {
  const customer = await shop.customer()
  const { number } = await paidCall(customer, { isBought: true })
  const mail = await shop.api.mailServer.take({
    to: customer.user.email,
    subject: new RegExp(`Order ${number} is paid`),
  })
  expect(mail.text).toContain('get one beforehand at a pharmacy or at one of our branches')
  expect(mail.text).not.toContain('own container')
})

test('the address names the town once, and flat, entrance and floor as such', async () => {
  const customer = await shop.api.registerConfirmedUser({ locale: 'ru' })
  const { id: patientId } = await shop.api.createPatient(customer)
  const { id, number } = await paidCall({ ...customer, patientId }, { isBought: false })
  const place = 'Минск, проспект Независимости, 95к3, кв. 48, подъезд 2, этаж 4'
  const mail = await shop.api.mailServer.take({
    to: customer.user.email,
    subject: new RegExp(`Заказ ${number} оплачен`),
  })
  expect(mail.text).toContain(place)
  expect(mail.text).not.toContain('Минск, Минск')
  const calendar = await shop.api.client(customer.token, 'ru').orderCalendar(id)
  expect(unfolded(await calendar.text())).toContain(`LOCATION:${place}`)
})
