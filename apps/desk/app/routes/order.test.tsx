import { Problem } from '@shop/contract/problem'
import { STAFF_PERMISSIONS } from '@shop/domain/staff'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { pageHtml } from '../../../storefront/app/testing/page-html.tsx'
import { type Desk, deskContext } from '../session/desk-context.server.ts'
import OrderPage, { action } from './order.tsx'

type Props = Parameters<typeof OrderPage>[0]

const loaderData = {
  permissions: Object.keys(STAFF_PERMISSIONS),
  free: null,
  order: {
    ...{
      id: 'one',
      number: '1000071',
      state: 'paid',
      isRestricted: false,
      contact: { email: 'a***@example.com' },
    },
    ...{ payment: null, total: null, mails: [], history: [], testsConsent: { state: 'none', until: null } },
    laboratory: { id: 1, city: 'Минск', address: 'ул. Ленина, 1' },
    visit: { state: 'arrived', version: 2, kind: 'branch', start: '', when: 'Tue 6 Mar', movedFrom: null },
    patients: [
      {
        ...{
          patientId: 'anna',
          name: 'Kowalska Anna',
          born: null,
          gender: null,
          pregnant: null,
          tests: null,
        },
        ...{ analysisCount: 9, specimens: [] },
        containers: [{ id: 1, name: 'Serum', count: 2, millilitres: 4, testCount: 9, isBrought: false }],
      },
    ],
  },
}

/** The page as a browser without scripts shows it after a form was refused. */
async function refused(...fields: [string, string][]) {
  const refuse = async () => {
    throw new Problem('invalid_fields', { errors: [] })
  }
  const desk = { api: new Proxy({}, { get: () => refuse }) } as unknown as Desk
  const context = new RouterContextProvider()
  context.set(deskContext, desk)
  const request = new Request('http://desk.example/orders/one', {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const parts = { context, request, params: { orderId: 'one' } }
  const answer = await action(parts as unknown as Parameters<typeof action>[0])
  if (answer instanceof Response) throw new Error('not refused')
  return pageHtml(<OrderPage {...({ loaderData, actionData: answer.data } as unknown as Props)} />)
}

const typedIn = (html: string, id: string) => {
  const [tag = ''] = new RegExp(`<input[^>]* id="${id}"[^>]*>`).exec(html) ?? []
  return / value="([^"]*)"/.exec(tag)?.[1]
}

const noteIn = (html: string) => /<textarea[^>]* id="note"[^>]*>([^<]*)</.exec(html)?.[1]

test('without scripts, what was refused stays in its own field and is in no other', async () => {
  const noted = await refused(['intent', 'note'], ['text', 'Comes with a wheelchair.'])
  expect(noteIn(noted)?.trim()).toBe('Comes with a wheelchair.')
  expect(typedIn(noted, 'reason')).toBeUndefined()

  const opened = await refused(['intent', 'openTests'], ['text', 'She asks by phone.'])
  expect(typedIn(opened, 'reason')).toBe('She asks by phone.')
  expect(noteIn(opened)).toBe('')

  const cancelled = await refused(['intent', 'cancelOrder'], ['reason', 'She is ill.'])
  expect(typedIn(cancelled, 'cancel-reason')).toBe('She is ill.')
  expect(typedIn(cancelled, 'sign-out-reason')).toBe('')

  const loggedOut = await refused(['intent', 'endSessions'], ['reason', 'Phone lost.'], ['password', 'plum'])
  expect(typedIn(loggedOut, 'sign-out-reason')).toBe('Phone lost.')
  expect(loggedOut).not.toContain('plum')

  const name = 'label:anna:1'
  const taken = await refused(['intent', 'takeSamples'], [name, ''], [name, 'S-2'])
  expect(typedIn(taken, `${name}:1`)).toBe('')
  expect(typedIn(taken, `${name}:2`)).toBe('S-2')
})
