import { expect, test } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'

const shop = apiOfFile()

/** All URLs in the text of a mail. */
const linksOf = (text: string | undefined) =>
  [...(text ?? '').matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => new URL(link))
const SECRET = /^#token=[\w-]{43}$/

test('the secret of a mailed link is in its fragment, which browsers do not send; the rest of the URL contains none', {
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
  const mails = {
    '/confirm-email': welcome,
    '/reset-password': await shop.api.mailServer.take({ to: user.email, subject: /new password/ }),
    '/undo-email-change': await shop.api.mailServer.take({ to: user.email, subject: /is being changed/ }),
  }
  for (const [path, { text, html }] of Object.entries(mails)) {
    const links = linksOf(text)
    const secret = links.filter(({ hash }) => SECRET.test(hash))
    expect(
      secret.map(({ pathname, search }) => pathname + search),
      path,
    ).toEqual([path])
    // No URL in the mail has the secret outside its fragment, neither in the text nor in the HTML.
    const token = secret[0]!.hash.slice('#token='.length)
    for (const { origin, pathname, search } of [...links, ...linksOf(html || '')])
      expect(origin + pathname + search, path).not.toContain(token)
  }
})
