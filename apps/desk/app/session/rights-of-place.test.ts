import type { DeskOrder } from '@shop/contract/desk'
import { permissionsOf, type StaffGrant } from '@shop/domain/staff'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import * as calendar from '../routes/calendar.tsx'
import * as catalogue from '../routes/catalogue.tsx'
import * as edition from '../routes/catalogue-edition.tsx'
import * as loggedIn from '../routes/logged-in.tsx'
import * as statement from '../routes/money-statement.tsx'
import * as offer from '../routes/offer.tsx'
import * as texts from '../routes/offer-texts.tsx'
import * as offers from '../routes/offers.tsx'
import * as orderPage from '../routes/order.tsx'
import * as request from '../routes/rights-request.tsx'
import * as today from '../routes/today.tsx'
import { type Desk, deskContext, staffContext } from './desk-context.server.ts'

/** What the API answers, whatever the role. */
const API = {
  catalogueOverview: { editions: [] },
  previewEdition: { createdAt: '2027-03-02T09:00:00+03:00' },
  offersOverview: { coming: [], withheld: [] },
  deskOffer: { analyses: [], coming: [], laboratories: [] },
  entryTexts: { code: '1252', texts: [] },
  deskLaboratories: [{ id: 1 }, { id: 2 }],
  deskCalendar: { from: '2027-03-01', laboratory: { id: 2 }, closures: [], holidays: [], displaced: [] },
  deskVisits: {
    date: '2027-03-02',
    visits: [1, 2].map((laboratoryId) => ({ laboratoryId, start: '2027-03-02T09:00:00+03:00' })),
  },
  deskOrder: {
    state: 'paid',
    laboratory: { id: 2 },
    total: null,
    payment: null,
    visit: { state: 'expected', start: '2027-03-02T09:00:00+03:00', movedFrom: null },
    testsConsent: { until: null },
    patients: [],
    mails: [],
    history: [],
  } as unknown as DeskOrder,
  readRights: {
    right: 'access',
    locale: 'en',
    name: 'Anna Kowalska',
    state: 'open',
    dueOn: '2027-03-30',
    askedAt: '2027-03-02T09:00:00+03:00',
    limits: null,
    account: null,
    steps: [],
  },
}

/** What a screen's loader gives to somebody with these roles. */
async function shownTo<Loaded>(
  loader: (args: never) => Loaded,
  grants: readonly StaffGrant[],
  params: Record<string, string> = {},
): Promise<Awaited<Loaded>> {
  const context = new RouterContextProvider()
  const api = Object.fromEntries(Object.entries(API).map(([call, answer]) => [call, async () => answer]))
  const partner = { texts: { en: {} } }
  const desk = { api, partner, locale: 'en', slug: 'synlab', businessTimeZone: 'Europe/Minsk', cookies: {} }
  context.set(deskContext, desk as unknown as Desk)
  context.set(staffContext, { grants, permissions: permissionsOf(grants) } as never)
  return await loader({ context, params, url: new URL('http://desk.test/?change=1') } as never)
}

const supportAndReception = [
  { role: 'support', laboratoryIds: null },
  { role: 'reception', laboratoryIds: [1] },
] as const
const oneBranch = (role: StaffGrant['role']) => [{ role, laboratoryIds: [1] }]
const everywhere = (role: StaffGrant['role']) => [{ role, laboratoryIds: null }]

test('what only changes the whole network is offered only to a role everywhere', async () => {
  for (const [grants, may] of [
    [oneBranch('catalogue'), false],
    [everywhere('catalogue'), true],
    // Another role everywhere does not extend the first.
    [[...oneBranch('catalogue'), ...everywhere('reception')], false],
  ] as const) {
    expect(await shownTo(catalogue.loader, grants)).toMatchObject({ mayChange: may })
    expect(await shownTo(edition.loader, grants)).toMatchObject({ mayChange: may })
    expect(await shownTo(texts.loader, grants)).toMatchObject({ mayChange: may, isChanging: may })
    // A laboratory's own offers can be changed with a role for some laboratories.
    expect(await shownTo(offers.loader, grants)).toMatchObject({ mayPlan: may, maySwitch: true })
    expect(await shownTo(offer.loader, grants)).toMatchObject({ mayPlan: may, maySwitch: true })
  }
})

test('a statement is compared, and its tab shown, only with a role everywhere', async () => {
  expect(await shownTo(loggedIn.loader, everywhere('finance'))).toMatchObject({ mayCompare: true })
  expect(await shownTo(loggedIn.loader, oneBranch('finance'))).toMatchObject({ mayCompare: false })
  expect(await shownTo(statement.loader, everywhere('finance'))).toBeNull()
  await expect(shownTo(statement.loader, oneBranch('finance'))).rejects.toMatchObject({
    init: { status: 403 },
  })
})

test('at another branch an order, its visit and the calendar offer only what the role may there', async () => {
  const { permissions } = await shownTo(orderPage.loader, supportAndReception, { orderId: '1' })
  expect(permissions).toEqual(expect.arrayContaining(['visits.move', 'orders.note']))
  expect(permissions).not.toContain('visits.change')
  expect(permissions).not.toContain('samples.take')
  const { visits } = await shownTo(today.loader, supportAndReception)
  expect(visits.map((visit) => visit.permissions)).toEqual([['visits.change', 'samples.take'], []])
  expect(await shownTo(calendar.loader, supportAndReception)).toMatchObject({ mayChange: false })
  expect(await shownTo(calendar.loader, everywhere('reception'))).toMatchObject({ mayChange: true })
})

test('an export is said to contain results only if the role sees those of every laboratory', async () => {
  const privacy = everywhere('privacy')
  expect(await shownTo(request.loader, [...privacy, ...everywhere('laboratory')])).toMatchObject({
    seesResults: true,
  })
  expect(await shownTo(request.loader, [...privacy, ...oneBranch('laboratory')])).toMatchObject({
    seesResults: false,
  })
})
