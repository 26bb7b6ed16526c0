import { expect, test } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'

const shop = apiOfFile()

/** All addresses in a letter, as its text has them. */
const linksOf = (text: string | undefined) =>
  [...(text ?? '').matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => new URL(link))
const SECRET = /^#token=[\w-]{43}$/

test('what a letter’s link opens with stands behind its #, which no browser sends: the address itself is everybody’s', {
  tags: ['ASVS-14.2.1'],
}, async () => {
  const { user, client } = await shop.api.registerUser()
  const welcome = await shop.api.mailServer.take({ to: user.email, subject: /confirm/ })
  await client.activate({
    token: linksOf(welcome.text)
      .find(({ hash }) => SECRET.test(hash))!
      .hash.slice(7),
  })
  await client.requestPasswordReset({ email: user.email })
  const { id, firstName, lastName, phone, dateOfBirth } = user
  const email = `new.${user.email}`
  await client.editUser(id, { firstName, lastName, email, phone, dateOfBirth })
  const letters = {
    '/confirm-email': welcome,
    '/reset-password': await shop.api.mailServer.take({ to: user.email, subject: /new password/ }),
    '/undo-email-change': await shop.api.mailServer.take({ to: user.email, subject: /is being changed/ }),
  }
  for (const [path, { text, html }] of Object.entries(letters)) {
    const links = linksOf(text)
    const secret = links.filter(({ hash }) => SECRET.test(hash))
    expect(
      secret.map(({ pathname, search }) => pathname + search),
      path,
    ).toEqual([path])
    // No other address in it has the secret, and the letter's other half has the same.
    const token = secret[0]!.hash.slice('#token='.length)
    for (const { origin, pathname, search } of [...links, ...linksOf(html || '')])
      expect(origin + pathname + search, path).not.toContain(token)
  }
})
