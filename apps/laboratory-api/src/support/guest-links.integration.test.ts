import { ownServerProof } from '@shop/server/own-server'
import { expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { apiOfFile, DAY, HOUR } from '../testing/api-of-file.ts'
import { deleteExpiredGuestLinks } from './guest-links.ts'
import { supportLinks } from './tables.ts'

const shop = apiOfFile()

let guests = 0
/** A guest asks and the support answers; returns the secret of the link in the mail. */
async function answered(text: string, close = true) {
  const email = `guest${guests++}@mail.example`
  const question = { name: 'Anna Kowalska', email, message: 'May I come on Thursday?' }
  const { reference } = await shop.api.client().sendSupportMessage(question)
  const support = () => createStaff(shop.api, everywhere('support'))
  const staff = await support()
  const { id } = (await staff.client.deskMessages()).find((one) => one.reference === reference)!
  const answer = async (words: string) => {
    const { client } = await support()
    await client.answerMessage(id, { version: (await client.deskThread(id)).version, text: words, close })
    const mail = await shop.api.mailServer.take({ to: email, subject: /^Re: / })
    return { mail, token: /\/support\/answer#token=([\w-]+)/.exec(mail.text!)![1]! }
  }
  return { ...(await answer(text)), id, email, reference, staff, answer }
}

test('a guest replies through the link in the answer, and the question is open again at the desk', async () => {
  const { token, mail, id, reference, staff, email } = await answered('Thursday at nine.')
  expect(mail.to).toMatchObject([{ address: email, name: '' }])
  expect(mail.subject).not.toContain('Thursday')
  expect(mail.text).not.toContain('Kowalska')
  const guest = shop.api.client()
  expect(await guest.openSupportLink({ token })).toEqual({
    reference,
    answer: { text: 'Thursday at nine.', at: shop.clock.now.toISOString() },
  })
  const { version } = await staff.client.deskThread(id)
  shop.clock.pass(HOUR)
  await guest.replyAsGuest({ token, text: 'And on Sunday?' })
  const thread = await staff.client.deskThread(id)
  expect(thread).toMatchObject({
    isGuest: true,
    closedAt: null,
    waitingSince: shop.clock.now.toISOString(),
    entries: [
      { by: 'patient' },
      { by: 'support' },
      { by: 'patient', text: 'And on Sunday?', staffName: null },
    ],
  })
  await expect(
    staff.client.answerMessage(id, { version, text: 'As I said.', close: true }),
  ).rejects.toMatchObject({ code: 'stale_write', body: { changed: { by: null, byPatient: true } } })
  // What the sender wrote is not shown to others who get hold of the mail.
  expect(JSON.stringify(await guest.openSupportLink({ token }))).not.toMatch(/Sunday|Kowalska|May I/)
  const rows = await shop.database.queries.select().from(auditEntries)
  expect(rows.filter(({ objectId, actor }) => objectId === id && actor === 'user')).toMatchObject([
    { action: 'read', userId: null },
    { action: 'update', userId: null },
    { action: 'read', userId: null },
  ])
})

test('the links of all answers show the latest one for thirty days each, and are stored nowhere in clear text', async () => {
  const { token, id, answer } = await answered('Thursday at nine.', false)
  const guest = shop.api.client()
  shop.clock.pass(20 * DAY)
  await guest.replyAsGuest({ token, text: 'Which branch?' })
  const later = await answer('The first one.')
  expect((await guest.openSupportLink({ token })).answer?.text).toBe('The first one.')
  shop.clock.pass(10 * DAY)
  const over = { status: 404, code: 'support_link_not_found' }
  await expect(guest.openSupportLink({ token })).rejects.toMatchObject(over)
  await expect(guest.replyAsGuest({ token, text: 'Too late.' })).rejects.toMatchObject(over)
  await expect(guest.openSupportLink({ token: 'x' })).rejects.toMatchObject(over)
  expect((await guest.openSupportLink({ token: later.token })).answer?.text).toBe('The first one.')
  await deleteExpiredGuestLinks(shop.database.queries, new Date(shop.clock.now.getTime() + 1))
  const kept = await shop.database.queries.select().from(supportLinks)
  expect(kept.filter(({ messageId }) => messageId === id)).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain(later.token)
})

test('the links tried from one network and the replies to one question in an hour are limited', {
  tags: ['ASVS-2.4.1'],
}, async () => {
  const { token } = await answered('Thursday at nine.')
  const from = (address: string) => ({
    'X-Client-Address': address,
    'X-Client-Address-Secret': ownServerProof(shop.api.context.settings.clientAddressSecret),
  })
  const statusOf = async (path: string, body: object, address: string) =>
    (await shop.api.request('POST', `support-links/${path}`, { body, headers: from(address) })).status
  const statuses: number[] = []
  for (let place = 0; place < 21; place++) {
    statuses.push(await statusOf('replies', { token, text: 'More.' }, `203.0.113.${place}`))
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 204), 429])
  const opened: number[] = []
  for (let place = 0; place < 61; place++) {
    opened.push(await statusOf('open', { token: 'guess' }, '198.51.100.7'))
  }
  expect(opened).toEqual([...Array.from({ length: 60 }, () => 404), 429])
})
